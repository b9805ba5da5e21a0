#include <iostream>

int main() {
    long long sum = 0, each;
    while (std::cin >> each) sum += each;
    std::cout << sum << std::endl;
}
