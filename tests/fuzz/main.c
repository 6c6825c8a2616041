/* In place of a fuzzer's engine: each file that is named, and each file of a folder that is, once.
 *
 *   PROGRAM FILE|FOLDER... */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int inputs;

static void try_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    uint8_t *data = NULL;
    long size;

    if (!file || fseek(file, 0, SEEK_END) != 0 || (size = ftell(file)) < 0 ||
        fseek(file, 0, SEEK_SET) != 0 || !(data = malloc((size_t)size + 1)) ||
        fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        exit(1);
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    inputs++;
}

static void try_all(const char *path)
{
    DIR *folder = opendir(path);
    struct dirent *entry;
    char name[4096];

    if (!folder) {
        try_file(path);
        return;
    }
    while ((entry = readdir(folder))) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        try_file(name);
    }
    closedir(folder);
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        try_all(argv[i]);
    printf("%d inputs\n", inputs);
    return inputs == 0;
}
