/*
 * A layer under the calls that SQLite makes on files by itself, past node:fs (LD_PRELOAD): of the calls on its files within a
 * folder one fails, once, with the error of a broken or full disk. What the calls were is written down, so that each can be made to fail in turn.
 *
 *   TARRAFA_NATIVE_FOLDER   the folder
 *   TARRAFA_NATIVE_LOG      file: without a fault one line a call is appended, with one it is made when the call has failed
 *   TARRAFA_NATIVE_FAULT    "pwrite c/catalogue.db-wal\t3\t5": the third such call fails with the error of number 5; absent for none
 *
 * Or every change of those files is written down with its bytes, in the order of their coming, so that a power failure can be shown that
 * forgets any of what was not synced:
 *
 *   TARRAFA_NATIVE_WRITES   file: a record a change is appended: its kind ('w', 't', 's', 'u', 'r'), one byte; lengths of path and bytes, four
 *                           each, and a position, eight; path; bytes (of a rename: the new path)
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#define MOST 512
#define LENGTH 600

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char names[MOST][LENGTH];
static int counts[MOST];
static int known = 0;

/* The files of SQLite; node:fs has a layer of its own for the others. */
static int concerns(const char *name) {
  return strstr(name, "/state/") || strncmp(name, "state/", 6) == 0 || strstr(name, "catalogue.db") || strstr(name, "lock.db");
}

/* The number of the error that a call on a path must fail with; 0 to let it through. */
static int judge(const char *operation, const char *path) {
  const char *folder = getenv("TARRAFA_NATIVE_FOLDER");
  const char *log = getenv("TARRAFA_NATIVE_LOG");
  if (!folder || !log || strncmp(path, folder, strlen(folder)) != 0) return 0;
  const char *name = path + strlen(folder);
  while (*name == '/') name++;
  if (!concerns(name)) return 0;
  char call[LENGTH];
  snprintf(call, sizeof call, "%s %s", operation, name);
  pthread_mutex_lock(&lock);
  int at = 0;
  while (at < known && strcmp(names[at], call) != 0) at++;
  if (at == known && known < MOST) strcpy(names[known++], call);
  int nth = at < known ? ++counts[at] : 0;
  pthread_mutex_unlock(&lock);
  const char *fault = getenv("TARRAFA_NATIVE_FAULT");
  if (!fault) {
    char line[LENGTH + 20];
    int length = snprintf(line, sizeof line, "%s\t%d\n", call, nth);
    int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (fd >= 0) {
      syscall(SYS_write, fd, line, length);
      syscall(SYS_close, fd);
    }
    return 0;
  }
  char wanted[LENGTH + 20];
  int length = snprintf(wanted, sizeof wanted, "%s\t%d\t", call, nth);
  if (strncmp(fault, wanted, length) != 0) return 0;
  /* Once in all processes. */
  int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_EXCL | O_CREAT, 0600);
  if (fd < 0) return 0;
  syscall(SYS_close, fd);
  int number = atoi(fault + length);
  if (number == 0) kill(getpid(), SIGKILL);
  return number;
}

static int judge_open(const char *operation, int fd) {
  char link[64], path[LENGTH];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length <= 0 || path[0] != '/') return 0;
  path[length] = 0;
  return judge(operation, path);
}

/* After a change was made. Paths: any below the folder, since a folder that is renamed takes its files with it. */
static void record(char kind, const char *path, const void *bytes, size_t count, long long position) {
  const char *log = getenv("TARRAFA_NATIVE_WRITES");
  const char *folder = getenv("TARRAFA_NATIVE_FOLDER");
  if (!log || !folder || strncmp(path, folder, strlen(folder)) != 0) return;
  if (kind != 'r' && !strstr(path, "/state/")) return;
  int saved = errno;
  unsigned int lengths[2] = {strlen(path), count};
  struct iovec pieces[5] = {{&kind, 1}, {lengths, sizeof lengths}, {&position, sizeof position}, {(void *)path, lengths[0]}, {(void *)bytes, count}};
  int fd = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT, 0600);
  if (fd >= 0) {
    syscall(SYS_writev, fd, pieces, 5);
    syscall(SYS_close, fd);
  }
  errno = saved;
}

static void record_open(char kind, int fd, const void *bytes, long long count, long long position) {
  if (count < 0 || !getenv("TARRAFA_NATIVE_WRITES")) return;
  int saved = errno;
  char link[64], path[LENGTH];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  if (length <= 0 || path[0] != '/') return;
  path[length] = 0;
  record(kind, path, bytes, count, position);
}

#define REAL(name, type) \
  static __typeof__(type) *real = NULL; \
  if (!real) real = (__typeof__(type) *)dlsym(RTLD_NEXT, #name)
#define FAILS(operation, fd) \
  do { \
    int saved = errno; \
    int number = judge_open(operation, fd); \
    if (number) { \
      errno = number; \
      return -1; \
    } \
    errno = saved; \
  } while (0)

#define WRITE_AT(name, offset_type) \
  ssize_t name(int fd, const void *bytes, size_t count, offset_type offset) { \
    REAL(name, ssize_t(int, const void *, size_t, offset_type)); \
    FAILS("pwrite", fd); \
    ssize_t done = real(fd, bytes, count, offset); \
    record_open('w', fd, bytes, done, offset); \
    return done; \
  }
#define READ_AT(name, offset_type) \
  ssize_t name(int fd, void *bytes, size_t count, offset_type offset) { \
    REAL(name, ssize_t(int, void *, size_t, offset_type)); \
    FAILS("pread", fd); \
    return real(fd, bytes, count, offset); \
  }
#define WRITE_PIECES_AT(name, offset_type) \
  ssize_t name(int fd, const struct iovec *pieces, int count, offset_type offset) { \
    REAL(name, ssize_t(int, const struct iovec *, int, offset_type)); \
    FAILS("pwritev", fd); \
    return real(fd, pieces, count, offset); \
  }
#define RESIZE(name, offset_type) \
  int name(int fd, offset_type length) { \
    REAL(name, int(int, offset_type)); \
    FAILS("ftruncate", fd); \
    int result = real(fd, length); \
    if (result == 0) record_open('t', fd, NULL, 0, length); \
    return result; \
  }
#define SYNC(name) \
  int name(int fd) { \
    REAL(name, int(int)); \
    FAILS(#name, fd); \
    int result = real(fd); \
    if (result == 0) record_open('s', fd, NULL, 0, 0); \
    return result; \
  }

WRITE_AT(pwrite, off_t)
WRITE_AT(pwrite64, off64_t)
READ_AT(pread, off_t)
READ_AT(pread64, off64_t)
WRITE_PIECES_AT(pwritev, off_t)
WRITE_PIECES_AT(pwritev64, off64_t)
RESIZE(ftruncate, off_t)
RESIZE(ftruncate64, off64_t)
SYNC(fsync)
SYNC(fdatasync)

ssize_t write(int fd, const void *bytes, size_t count) {
  REAL(write, ssize_t(int, const void *, size_t));
  FAILS("write", fd);
  ssize_t done = real(fd, bytes, count);
  /* Its place is where it ended, less what was written. */
  if (getenv("TARRAFA_NATIVE_WRITES") && done > 0) record_open('w', fd, bytes, done, (long long)lseek(fd, 0, SEEK_CUR) - done);
  return done;
}

ssize_t writev(int fd, const struct iovec *pieces, int count) {
  REAL(writev, ssize_t(int, const struct iovec *, int));
  FAILS("writev", fd);
  return real(fd, pieces, count);
}

int rename(const char *from, const char *to) {
  REAL(rename, int(const char *, const char *));
  int number = judge("rename", to);
  if (number) {
    errno = number;
    return -1;
  }
  int result = real(from, to);
  if (result == 0) record('r', from, to, strlen(to), 0);
  return result;
}

int unlink(const char *path) {
  REAL(unlink, int(const char *));
  int result = real(path);
  if (result == 0) record('u', path, NULL, 0, 0);
  return result;
}
