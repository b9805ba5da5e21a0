#include <stdio.h>

int main(void) {
    long long sum = 0, each;
    while (scanf("%lld", &each) == 1) sum += each;
    printf("%lld\n", sum);
    return 0;
}
