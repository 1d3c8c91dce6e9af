/* The command line: list, describe, run and cases. It uses the core through wk.h alone. */
#include "cases.h"
#include "describe.h"
#include "result.h"
#include "session.h"

#include <stdlib.h>
#include <string.h>

static const char usage[] =
    "workings list                         one model id a line\n"
    "workings describe [MODEL]             the registry as JSON\n"
    "workings run MODEL [--json] [--seed N] [--data FILE.csv|-] [--comma WHAT] [param=value ...]\n"
    "                                      WHAT, when commas in the data can be read in two ways:\n"
    "                                      decimal, thousands or separator\n"
    "workings cases FILE...                runs reference cases\n"
    "Exit status: 0 done, 1 a case failed or the output could not be written, 2 refused input, 3 no finite answer.\n";

/* One line, whatever the argument holds. */
static int refuse_usage(const char *what, const char *which) {
    fprintf(stderr, "workings: %s", what);
    print_quoted(stderr, which);
    fputs("; see workings --help\n", stderr);
    return EXIT_REFUSED;
}

static const wk_model *find_or_say(const char *id, uint32_t *index) {
    const wk_model *model = find_model(id, index);
    if (model == NULL) {
        const wk_error error = {WK_E_ARGUMENT, WK_R_UNKNOWN_MODEL, -1, -1, -1, -1};
        const refusal_context context = {.text = id};
        fputs("workings: ", stderr);
        print_refusal(stderr, &error, &context);
    }
    return model;
}

static int list(void) {
    for (uint32_t i = 0; i < wk_model_count(); i++) {
        puts(wk_model_at(i)->id);
    }
    return EXIT_DONE;
}

static int describe(int count, char **args) {
    uint32_t index;
    if (count == 0) {
        describe_all(stdout);
        return EXIT_DONE;
    }
    const wk_model *model = find_or_say(args[0], &index);
    if (model == NULL) {
        return EXIT_REFUSED;
    }
    describe_model(stdout, model, index);
    putchar('\n');
    return EXIT_DONE;
}

typedef struct run_options {
    bool json;
    const char *data; /* a path, "-", or NULL */
    wk_comma comma;
} run_options;

static bool read_comma(const char *text, wk_comma *comma) {
    static const char *const names[] = {
        [WK_COMMA_DECIMAL] = "decimal", [WK_COMMA_THOUSANDS] = "thousands", [WK_COMMA_SEPARATOR] = "separator"};
    for (uint32_t i = WK_COMMA_DECIMAL; i < WK_COUNT(names); i++) {
        if (strcmp(names[i], text) == 0) {
            *comma = (wk_comma)i;
            return true;
        }
    }
    return false;
}

/* Reads one argument, or two. Returns how many, or 0 after saying what is wrong. */
static int read_argument(session *s, run_options *options, char **args, int left) {
    char *argument = args[0];
    char *equals = strchr(argument, '=');
    if (strcmp(argument, "--json") == 0) {
        options->json = true;
        return 1;
    }
    if (strcmp(argument, "--seed") == 0 && left > 1) {
        if (session_set_seed(s, args[1])) {
            return 2;
        }
    } else if (strcmp(argument, "--data") == 0 && left > 1) {
        options->data = args[1];
        return 2;
    } else if (strcmp(argument, "--comma") == 0 && left > 1) {
        if (read_comma(args[1], &options->comma)) {
            return 2;
        }
        refuse_usage("--comma takes decimal, thousands or separator, not ", args[1]);
        return 0;
    } else if (strcmp(argument, "--seed") == 0 || strcmp(argument, "--data") == 0 || strcmp(argument, "--comma") == 0) {
        refuse_usage("a value must follow ", argument);
        return 0;
    } else if (argument[0] != '-' && equals != NULL) {
        *equals = '\0';
        if (session_set(s, argument, equals + 1)) {
            return 1;
        }
    } else {
        refuse_usage("not an option, nor param=value: ", argument);
        return 0;
    }
    fputs("workings: ", stderr);
    session_print_refusal(s, stderr);
    return 0;
}

static int run_session(session *s, int count, char **args) {
    run_options options = {false, NULL, WK_COMMA_AUTO};
    for (int i = 0; i < count;) {
        const int used = read_argument(s, &options, args + i, count - i);
        if (used == 0) {
            return EXIT_REFUSED;
        }
        i += used;
    }
    bool done = true;
    if (options.data != NULL) {
        unsigned long length = 0;
        char *text = read_file(options.data, &length);
        if (text == NULL) {
            return refuse_usage("cannot read ", options.data);
        }
        done = session_read_table(s, text, length, options.comma);
    }
    if (!done || !session_run(s)) {
        fputs("workings: ", stderr);
        session_print_refusal(s, stderr);
        return s->error.status == WK_E_NUMERIC ? EXIT_NUMERIC : EXIT_REFUSED;
    }
    if (options.json) {
        print_result_json(s, stdout);
    } else {
        print_result_text(s, stdout);
    }
    return EXIT_DONE;
}

static int run(int count, char **args) {
    uint32_t index;
    if (count == 0) {
        return refuse_usage("run needs a model", "");
    }
    const wk_model *model = find_or_say(args[0], &index);
    if (model == NULL) {
        return EXIT_REFUSED;
    }
    session s;
    session_open(&s, model);
    const int status = run_session(&s, count - 1, args + 1);
    session_close(&s);
    return status;
}

static int run_command(int argc, char **argv) {
    const char *command = argc > 1 ? argv[1] : "";
    if (strcmp(command, "list") == 0) {
        return list();
    }
    if (strcmp(command, "describe") == 0) {
        return describe(argc - 2, argv + 2);
    }
    if (strcmp(command, "run") == 0) {
        return run(argc - 2, argv + 2);
    }
    if (strcmp(command, "cases") == 0) {
        if (argc < 3) {
            return refuse_usage("cases needs a file", "");
        }
        return run_case_files(argv + 2, argc - 2) > 0 ? EXIT_FAILED : EXIT_DONE;
    }
    if (strcmp(command, "--help") == 0 || strcmp(command, "help") == 0) {
        fputs(usage, stdout);
        return EXIT_DONE;
    }
    return refuse_usage(argc > 1 ? "no such command: " : "a command must be given", command);
}

int main(int argc, char **argv) {
    const int status = run_command(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        fputs("workings: the output could not be written\n", stderr);
        return EXIT_FAILED;
    }
    return status;
}
