/** A process that fills an index until it is killed: for the test of what a kill leaves. `node … <path> <seed>`; a line for each commit. */
import { openDatabase } from '../sqlite.ts';
import { SqliteSearchIndex } from './sqlite-search-index.ts';

const [path = '', seed = '0'] = process.argv.slice(2);
const database = openDatabase(path);
const index = new SqliteSearchIndex(database, { fanIn: 3 });
for (let batch = Number(seed); ; batch++) {
  database.transaction(() => {
    index.add(
      Array.from({ length: 20 }, (_, i) => ({
        id: (batch % 40) * 20 + i + 1,
        kind: 'page' as const,
        site: `s${batch % 7}.br`,
        language: 'pt',
        title: `lote${batch}`,
        text: `comum lote${batch} ${'texto corrido de enchente '.repeat(30 + i)}`,
        anchors: '',
        address: '',
        byline: '',
        titlePeriods: [],
        spans: null,
        published: batch,
        doubtful: false,
        periods: [{ from: batch, to: batch, share: 1 }],
        places: [{ place: `p${batch % 5}`, share: 1 }],
        box: null,
        authority: 0,
      })),
    );
  });
  process.stdout.write(`${batch}\n`);
}
