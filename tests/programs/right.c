/* Right and fast: the margin in place, then the first total; with "both" both totals. */
#include <stdio.h>
#include <string.h>

static long long values[5000], margin[5000];

int main(int count, char **words) {
    int n;
    long long sum = 0;
    if (scanf("%d", &n) != 1) return 1;
    for (int i = 0; i < n; i++) {
        if (scanf("%lld", &values[i]) != 1) return 1;
        margin[i] = values[i];
        sum += values[i];
    }
    for (int length = 2; length <= n; length++)
        for (int i = 0; i + length <= n; i++) {
            long long left = values[i] - margin[i + 1], right = values[i + length - 1] - margin[i];
            margin[i] = left > right ? left : right;
        }
    if (count > 1 && !strcmp(words[1], "both")) printf("%lld %lld\n", (sum + margin[0]) / 2, (sum - margin[0]) / 2);
    else printf("%lld\n", (sum + margin[0]) / 2);
    return 0;
}
