/* Wrong where a sum leaves 32 bits. */
#include <stdio.h>

static int values[5000], margin[5000];

int main(void) {
    int n;
    unsigned sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &values[i]) != 1) return 1;
        margin[i] = values[i];
        sum += (unsigned)values[i];
    }
    for (int length = 2; length <= n; length++)
        for (int i = 0; i + length <= n; i++) {
            int left = (int)((unsigned)values[i] - (unsigned)margin[i + 1]);
            int right = (int)((unsigned)values[i + length - 1] - (unsigned)margin[i]);
            margin[i] = left > right ? left : right;
        }
    printf("%d\n", (int)(sum + (unsigned)margin[0]) / 2);
    return 0;
}
