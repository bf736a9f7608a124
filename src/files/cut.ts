/** What is cut off a file is kept beside it: whoever knows more than we do can still read it there. */
import { DISK, type Disk } from './disk.ts';

const PIECE = 1 << 20;

/** A name that no file has yet: `journal.log.cut`, `journal.log.cut-2` … */
export function cutName(path: string, disk: Disk = DISK): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? `${path}.cut` : `${path}.cut-${n}`;
    if (!disk.exists(name)) return name;
  }
}

/** Cuts a file that is open, and keeps what stood behind; the name of the file where it is kept. */
export function cutOff(path: string, fd: number, length: number, disk: Disk = DISK): string {
  const kept = cutName(path, disk);
  const copy = disk.open(kept, 'w');
  try {
    const bytes = new Uint8Array(PIECE);
    for (let at = length; ; ) {
      const got = disk.read(fd, bytes, 0, PIECE, at);
      if (got === 0) break;
      for (let done = 0; done < got; ) done += disk.write(copy, bytes, done, got - done, at - length + done);
      at += got;
    }
    disk.sync(copy);
  } finally {
    disk.close(copy);
  }
  disk.truncate(fd, length);
  // Before anything new comes to stand there: a power failure must not bring the old back behind it.
  disk.sync(fd);
  return kept;
}
