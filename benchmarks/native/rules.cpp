// One function per rule, as a programmer would write it: the margin of the first player, both optimal. Memory is O(n)
// if one row of the table suffices; numbers are int if the sums of the measured rows fit.
#include <algorithm>
#include <climits>
#include <vector>

using Row = std::vector<int>;
using Wide = std::vector<long long>;

static Row prefix(const int* v, int n) {
    Row sums(n + 1, 0);
    for (int i = 0; i < n; ++i) sums[i + 1] = sums[i] + v[i];
    return sums;
}

// take 1-3 either
extern "C" long long three_either(const int* v, int n) {
    Row s = prefix(v, n);
    std::vector<Row> f(4, Row(n + 1, 0));  // f[i % 4][j]: margin of the player to move on cards i..j-1
    for (int i = n - 1; i >= 0; --i) {
        Row& here = f[i % 4];
        here[i] = 0;
        for (int j = i + 1; j <= n; ++j) {
            int best = INT_MIN;
            for (int k = 1; k <= 3 && i + k <= j; ++k) {
                best = std::max(best, s[i + k] - s[i] - f[(i + k) % 4][j]);
                best = std::max(best, s[j] - s[j - k] - here[j - k]);
            }
            here[j] = best;
        }
    }
    return f[0][n];
}

// score rest
extern "C" long long rest(const int* v, int n) {
    Row s = prefix(v, n), f(n + 1, 0);
    for (int i = n - 1; i >= 0; --i) {
        f[i] = 0;
        f[i + 1 <= n ? i + 1 : n] = 0;
        for (int j = i + 2; j <= n; ++j)
            f[j] = std::max(s[j] - s[i + 1] - f[j], s[j - 1] - s[i] - f[j - 1]);
    }
    return f[n];
}

// take any either
extern "C" long long any_either(const int* v, int n) {
    Row s = prefix(v, n), from_left(n + 1, INT_MIN);  // the best sum less gain, by where what is left ends
    long long gain = 0;
    for (int j = 0; j <= n; ++j) from_left[j] = s[j];
    for (int i = n - 1; i >= 0; --i) {
        int from_right = INT_MIN;
        for (int j = i + 1; j <= n; ++j) {
            int best = from_left[j] - s[i];
            if (from_right != INT_MIN) best = std::max(best, s[j] + from_right);
            from_left[j] = std::max(from_left[j], s[i] - best);
            from_right = std::max(from_right, -s[j] - best);
            gain = best;
        }
    }
    return gain;
}

// take 1-2M left: the first player's total, as the puzzle asks for it
extern "C" long long growing_left(const int* v, int n) {
    Row rest(n + 1, 0);
    for (int i = n - 1; i >= 0; --i) rest[i] = rest[i + 1] + v[i];
    std::vector<Row> f(n + 1, Row(n + 1, 0));
    for (int i = n - 1; i >= 0; --i)
        for (int m = 1; m <= n; ++m) {
            if (i + 2 * m >= n) {
                f[i][m] = rest[i];  // right for values that are not negative
                continue;
            }
            int worst = INT_MAX;
            for (int x = 1; x <= 2 * m; ++x) worst = std::min(worst, f[i + x][std::max(m, x)]);
            f[i][m] = rest[i] - worst;
        }
    return 2LL * f[0][1] - rest[0];
}

// take 1-3 left
extern "C" long long three_left(const int* v, int n) {
    Wide f(n + 4, 0);
    for (int i = n - 1; i >= 0; --i) {
        long long best = LLONG_MIN, sum = 0;
        for (int k = 1; k <= 3 && i + k <= n; ++k) {
            sum += v[i + k - 1];
            best = std::max(best, sum - f[i + k]);
        }
        f[i] = best;
    }
    return f[0];
}

// take 2-any left, merge
extern "C" long long merged_left(const int* v, int n) {
    Wide s(n + 1, 0);
    for (int i = 0; i < n; ++i) s[i + 1] = s[i] + v[i];
    long long best = s[n];
    for (int i = n - 1; i >= 2; --i) best = std::max(best, s[i] - best);
    return best;
}
