/* Two mistakes: −1 stands for "not computed" in the cache, and sums leave 32 bits. */
#include <stdio.h>
#include <string.h>

static int values[200], cache[200][200];

static int best(int i, int j, unsigned sum) {
    if (i == j) return values[i];
    if (cache[i][j] != -1) return cache[i][j];
    int left = (int)(sum - (unsigned)best(i + 1, j, sum - (unsigned)values[i]));
    int right = (int)(sum - (unsigned)best(i, j - 1, sum - (unsigned)values[j]));
    return cache[i][j] = left > right ? left : right;
}

int main(void) {
    int n;
    unsigned sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%d", &values[i]) != 1) return 1;
        sum += (unsigned)values[i];
    }
    memset(cache, -1, sizeof cache);
    printf("%d\n", best(0, n - 1, sum));
    return 0;
}
