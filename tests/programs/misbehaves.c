/* Every bad manner that the judge must contain, by name. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int deeper(int n) {
    volatile char room[10000];
    room[0] = (char)n;
    return deeper(n + 1) + room[0];
}

int main(int count, char **words) {
    const char *how = count > 1 ? words[1] : "";
    char text[1000];
    if (!strcmp(how, "loops")) for (;;) ;
    if (!strcmp(how, "sleeps")) for (;;) sleep(1);
    if (!strcmp(how, "ignores-term")) {
        signal(SIGTERM, SIG_IGN), signal(SIGINT, SIG_IGN), signal(SIGHUP, SIG_IGN), signal(SIGXCPU, SIG_IGN);
        for (;;) ;
    }
    if (!strcmp(how, "reads-for-ever")) for (;;) if (read(0, text, sizeof text) < 1) usleep(1000);
    if (!strcmp(how, "floods")) for (;;) if (write(1, text, sizeof text) < 0) usleep(1000);
    if (!strcmp(how, "floods-errors")) for (;;) if (write(2, text, sizeof text) < 0) usleep(1000);
    if (!strcmp(how, "fills")) for (size_t size = 1 << 20;;) memset(malloc(size), 1, size);
    if (!strcmp(how, "crashes")) *(volatile int *)8 = 1;
    if (!strcmp(how, "recurses")) return deeper(0);
    if (!strcmp(how, "closes")) { close(0), close(1), close(2); for (;;) sleep(1); }
    if (!strcmp(how, "forks") || !strcmp(how, "forks-daemons")) { /* bounded, should nobody stop it */
        for (int child = 0; child < 150; child++)
            if (fork() == 0) {
                if (!strcmp(how, "forks-daemons")) setsid();
                sleep(20);
                return 0;
            }
        sleep(20);
        return 0;
    }
    if (!strcmp(how, "leaves-daemon")) {
        if (fork() == 0) { setsid(); if (fork() == 0) for (;;) sleep(1); return 0; }
    }
    if (!strcmp(how, "leaves-child")) { if (fork() == 0) for (;;) sleep(1); }
    if (!strcmp(how, "leaves-files")) {
        close(creat("file", 0)), mkdir("folder", 0700), close(creat("folder/file", 0));
        if (symlink("/", "root")) return 1;
        chmod("folder", 0), chmod(".", 0); /* which a sandbox refuses */
    }
    if (!strcmp(how, "writes-a-large-file"))
        for (int file = creat("file", 0600);;) write(file, text, sizeof text);
    if (!strcmp(how, "fills-the-disk")) /* bounded, should nobody stop it */
        for (int file = 0, part; file < 100; file++) {
            sprintf(text, "%d", file), part = creat(text, 0600);
            for (int at = 0; at < 1000; at++) write(part, text, sizeof text);
            close(part), usleep(1000);
        }
    if (!strcmp(how, "divides")) return 7 / (int)(text[0] = (char)(count - 2));
    if (!strcmp(how, "kills-the-supervisor")) return kill(getppid(), SIGKILL);
    if (!strcmp(how, "stops-the-supervisor")) return kill(getppid(), SIGSTOP);
    if (!strcmp(how, "removes-its-folder")) {
        if (!getcwd(text, sizeof text)) return 1;
        rmdir(text), *strrchr(text, '/') = 0, rmdir(text);
    }
    if (!strcmp(how, "opens"))
        for (int last = 2, next;; last = next)
            if ((next = open("/dev/null", O_RDONLY)) < 0) { fprintf(stderr, "%d is the last one\n", last); return 4; }
    if (!strcmp(how, "environment")) {
        extern char **environ;
        for (char **each = environ; *each; each++) fprintf(stderr, "%s\n", *each);
        fprintf(stderr, "in %s\n", getcwd(text, sizeof text));
        return 5;
    }
    printf("7\n");
    return 0;
}
