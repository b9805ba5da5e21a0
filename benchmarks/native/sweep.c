/* The C peer: one array, two levels at a time, greedy with ties to the right; an odd number of cards. */
#include <stdint.h>

int32_t sweep(const int32_t *restrict v, int32_t *restrict p, long n) {
    for (long i = 0; i < n; i++) p[i] = v[i];
    for (long length = 3; length <= n; length += 2) {
        const int32_t *w = v + length - 1;
        for (long i = 0; i <= n - length; i++) {
            int32_t p0 = p[i], p1 = p[i + 1], p2 = p[i + 2];
            int32_t right = w[i] + (v[i] > w[i - 1] ? p1 : p0);
            int32_t left = v[i] + (v[i + 1] > w[i] ? p2 : p1);
            p[i] = left > right ? left : right;
        }
    }
    return p[0];
}
