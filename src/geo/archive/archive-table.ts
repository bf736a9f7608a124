/** The archives that data is published in: what their files are called, and what servers call them. */
export interface ArchiveFormat {
  readonly id: string;
  readonly extensions: readonly string[];
  /** Looked into only where a link speaks of geographic data. */
  readonly linkedOnly?: true;
  /** Media types; the first is the one to state. */
  readonly media?: readonly string[];
  /** An answer without a telling name and with such a media type is one. */
  readonly served?: true;
}

export const ARCHIVE_FORMATS: readonly ArchiveFormat[] = [
  {
    id: 'zip',
    extensions: ['zip'],
    media: ['application/zip', 'application/x-zip-compressed'],
    served: true,
  },
  { id: 'gzip', extensions: ['gz', 'tgz'], media: ['application/gzip'] },
  { id: 'tar', extensions: ['tar'], media: ['application/x-tar'] },
  { id: 'rar', extensions: ['rar'], media: ['application/vnd.rar'] },
  { id: '7z', extensions: ['7z'], media: ['application/x-7z-compressed'] },
  { id: 'self-extracting', extensions: ['exe'], linkedOnly: true },
];

/** The media type by the first extension of a format; null when nothing sure can be said. */
export function archiveMediaType(extension: string): string | null {
  return ARCHIVE_FORMATS.find(({ extensions }) => extensions[0] === extension)?.media?.[0] ?? null;
}

/** By media type, the extension that an answer without a telling name stands for. */
export const ARCHIVE_SERVED: ReadonlyMap<string, string> = new Map(
  ARCHIVE_FORMATS.flatMap(({ media = [], extensions, served }) =>
    served === true ? media.map((type) => [type, extensions[0]!] as const) : [],
  ),
);
