// The table as in tutorials: long long cells, one vector per row, filled by increasing length.
#include <algorithm>
#include <vector>

using Table = std::vector<std::vector<long long>>;

static Table table(const int* v, int n, bool greedy) {
    Table t(n + 2, std::vector<long long>(n + 2, 0));  // t[i][j]: your total of cards i..j-1, you to move
    for (int length = 1; length <= n; ++length)
        for (int i = 0; i + length <= n; ++i) {
            int j = i + length;
            long long left = v[i], right = v[j - 1];
            if (length > 1) {
                if (greedy) {
                    left += v[i + 1] > v[j - 1] ? t[i + 2][j] : t[i + 1][j - 1];
                    right += v[i] > v[j - 2] ? t[i + 1][j - 1] : t[i][j - 2];
                } else {
                    left += length > 2 ? std::min(t[i + 2][j], t[i + 1][j - 1]) : 0;
                    right += length > 2 ? std::min(t[i + 1][j - 1], t[i][j - 2]) : 0;
                }
            }
            t[i][j] = std::max(left, right);
        }
    return t;
}

extern "C" long long textbook(const int* v, int n, int greedy) { return table(v, n, greedy)[0][n]; }
