#include "tests/bench/server/bench.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t daemon_process;

int daemon_start(const char *program, const char *folder)
{
    int out[2];
    char data[256], ready[512] = "";
    snprintf(data, sizeof data, "%s/data-XXXXXX", folder);
    if (mkdtemp(data) == NULL || pipe(out) != 0)
        abort();
    daemon_process = fork();
    if (daemon_process == 0) {
        dup2(out[1], STDOUT_FILENO);
        close(out[0]);
        execl(program, program, "--data", data, "--listen", "127.0.0.1:0", "--web", "off",
              "--open-limits", (char *)NULL);
        _exit(127);
    }
    close(out[1]);
    FILE *stream = fdopen(out[0], "r");
    int port = 0;
    if (stream == NULL || fgets(ready, sizeof ready, stream) == NULL ||
        sscanf(ready, "{\"ready\":true,\"lines\":\"127.0.0.1:%d\"", &port) != 1) {
        fprintf(stderr, "%s did not start: %s\n", program, ready);
        exit(1);
    }
    fclose(stream);
    return port;
}

void daemon_stop(void)
{
    kill(daemon_process, SIGTERM);
    waitpid(daemon_process, NULL, 0);
}
