/* A bot that plays optimally against an optimal opponent: cc -O2 -o best best.c, then
   twoends judge bot --opponent optimal --perfect -- ./best */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 1000 };
static long long value[MOST], margin[MOST + 1][MOST + 1]; /* of the player to move, for cards [i, j) */

int main(void) {
    static char line[32 * MOST];
    int start = 0, stop = 0;
    while (fgets(line, sizeof line, stdin)) {
        char *word = strtok(line, " \n"), *next;
        if (!word) continue;
        if (!strcmp(word, "row")) {
            for (start = stop = 0; stop < MOST && (next = strtok(NULL, " \n")); stop++) value[stop] = atoll(next);
            for (int length = 1; length <= stop; length++)
                for (int i = 0, j = length; j <= stop; i++, j++) {
                    long long left = value[i] - margin[i + 1][j], right = value[j - 1] - margin[i][j - 1];
                    margin[i][j] = left > right ? left : right;
                }
        } else if (!strcmp(word, "took")) {
            if ((next = strtok(NULL, " \n")) && *next == 'L') start++;
            else stop--;
        } else if (!strcmp(word, "move")) {
            int left = value[start] - margin[start + 1][stop] == margin[start][stop];
            puts(left ? "L" : "R");
            fflush(stdout); /* otherwise the referee waits forever */
            if (left) start++;
            else stop--;
        }
    }
    return 0;
}
