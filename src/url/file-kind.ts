/**
 * What the file name extension of a path promises. A promise only: servers name things as they like, so a kind is a reason not to ask,
 * never a reason to believe.
 */

/** By kind. Those of geographic data are compared with the table of its formats by `src/geo/readers/format-table.test.ts`. */
export const EXTENSIONS = {
  page: 'html htm shtml shtm xhtml xht mhtml phtml php php3 php4 php5 php7 asp aspx ashx jsp jspx jspa jsf do action cfm cfml cgi pl py rb lasso nsf ghtml dhtml stm faces seam zul xsp wml vm htmls',
  text: 'txt md rst log text',
  feed: 'rss atom rdf xml',
  pdf: 'pdf',
  office:
    'doc docx docm dot dotx xls xlsx xlsm xlsb xlt ppt pptx pptm pps ppsx pot odt ods odp odg rtf wpd pub vsd vsdx mpp epub mobi azw3 djvu ps eps tex dvi pages key numbers',
  image:
    'jpg jpeg jpe jfif png gif bmp ico webp avif svg svgz tif tiff psd ai heic heif xcf cur pcx raw cdr jp2 apng',
  style: 'css less scss sass map',
  script: 'js mjs cjs ts jsx tsx vbs wasm coffee',
  font: 'woff woff2 ttf otf eot fon pfb',
  audio: 'mp3 wav ogg oga m4a aac wma flac mid midi opus ram ra aif aiff amr m3u pls',
  video: 'mp4 m4v avi mov wmv flv f4v mpg mpeg mkv webm ogv 3gp 3g2 rm rmvb asf swf vob m3u8 ts divx srt vtt',
  archive: 'zip rar 7z tar gz tgz bz2 tbz2 xz txz z lz lzma lz4 zst cab arj ace iso img dmg',
  program:
    'exe msi apk aab ipa deb rpm bin dll jar war class bat cmd sh ps1 pkg run appimage torrent crx xpi msix xap',
  geographic:
    'shp shx dbf prj kml kmz gpx gml geojson geojsonl geojsons geojsonseq ndgeojson topojson gpkg fgb geoparquet mbtiles pmtiles las laz copc ecw sid spr gdb gdbtable mif tab e00 dxf dwg dgn asc dem grib grib2 grb grb2 pbf tfw tifw jgw pgw wld',
  data: 'json jsonl csv tsv sql sqlite sqlite3 db mdb accdb parquet avro yaml yml sav dta rdata rds mat nc hdf h5 ics vcf bib ris warc cdx p7s p12 cer crt pem eml msg',
} as const;

export type FileKind = keyof typeof EXTENSIONS | 'unknown';

const KIND_OF = new Map<string, FileKind>();
for (const [kind, list] of Object.entries(EXTENSIONS)) {
  for (const extension of list.split(' '))
    if (!KIND_OF.has(extension)) KIND_OF.set(extension, kind as FileKind);
}

const LONGEST = Math.max(...[...KIND_OF.keys()].map((e) => e.length));

/** The kind that the extension of a path (or a whole URL, whose query does not count) promises; 'unknown' without a telling one. */
export function kindByExtension(path: string): FileKind {
  let end = path.length;
  const query = path.indexOf('?');
  if (query !== -1) end = query;
  else {
    const hash = path.indexOf('#');
    if (hash !== -1) end = hash;
  }
  for (let i = end - 1; i >= 0 && end - i <= LONGEST + 1; i--) {
    const c = path.charCodeAt(i);
    if (c === 0x2e) {
      if (i === end - 1) return 'unknown';
      const kind = KIND_OF.get(path.slice(i + 1, end).toLowerCase());
      return kind === undefined || isTitle(path, i) ? 'unknown' : kind;
    }
    if (c === 0x2f || c > 0x7a) return 'unknown';
  }
  return 'unknown';
}

/**
 * Whether the dot at `dot` stands in a host name (`http://a.py`), or in a title with a name space (`/wiki/Ficheiro:Mapa.png` is a page
 * about a picture).
 */
function isTitle(path: string, dot: number): boolean {
  for (let i = dot - 1; i >= 0; i--) {
    const c = path.charCodeAt(i);
    if (c === 0x2f) return path.charCodeAt(i - 1) === 0x2f && path.charCodeAt(i - 2) === 0x3a;
    if (c === 0x3a) return path.charCodeAt(i + 1) !== 0x2f;
    if (c === 0x25 && path.startsWith('3A', i + 1)) return true;
  }
  return false;
}
