import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { annotateDocument, civilDay, dayNumber } from '../../time/index.ts';
import { anchorOf } from './collection-document.ts';
import {
  byteLines,
  ChaveWriter,
  type CollectionDocument,
  documentOfRecord,
  isSoundDate,
  paragraphBlocks,
  parseDay,
  readChaveXml,
  readWptRecords,
} from './index.ts';
import type { WptRecord } from './wpt-records.ts';

/** The XML form of documents that are at hand. */
function toChaveXml(
  documents: Iterable<CollectionDocument>,
  options: { readonly links?: boolean } = {},
): string {
  let out = '';
  const writer = new ChaveWriter((text) => {
    out += text;
  }, options);
  for (const document of documents) writer.add(document);
  writer.end();
  return out;
}

const RECORD = `-----
URL: http://100.pt
-----
(Content-Length, 582)
(Content-Type, text/html)
(Last-Modified, 30/08/2002)
(ServerSW, Apache)
(dataRec, 21/03/2003)
(estado, 200)
(filtrado, /x/y)
(host, 100.pt)
(ip, 195.22.10.103)
(language, portuguese)
(prof, 0)
(realSize, 582)
(textSize, 108)
(title, Brevemente... Um projecto 100 Limite, Lda.)

Brevemente... Um projecto 100 Limite, Lda.
Brevemente... Um projecto 100 Limite
100limite@100limite.com
`;

const XML = `<colCHAVE>
<DOC>
  <DATE>20020830</DATE>
  <DOCID>1</DOCID>
  <DOCNO>1</DOCNO>
  <TEXT>
    <P> </P>
    <P> Brevemente... Um projecto 100 Limite, Lda.</P>
    <P> Brevemente... Um projecto 100 Limite</P>
    <P> 100limite@100limite.com</P>
  </TEXT>
</DOC>
</colCHAVE>
`;

async function all<T>(source: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const item of source) out.push(item);
  return out;
}

const records = (text: string | Uint8Array): Promise<WptRecord[]> =>
  all(readWptRecords(byteLines([typeof text === 'string' ? Buffer.from(text) : text])));

const read = (xml: string, piece = 1 << 20): Promise<CollectionDocument[]> => {
  const bytes = Buffer.from(xml);
  return all(
    readChaveXml(
      Array.from({ length: Math.ceil(bytes.length / piece) }, (_, i) =>
        bytes.subarray(i * piece, (i + 1) * piece),
      ),
    ),
  );
};

const paragraphs = (document: CollectionDocument): string[] => document.blocks.map(({ text }) => text);

describe('records of a collection', () => {
  it('[T-COL-1] the 100.pt record converts to the XML form', async () => {
    const found = await records(RECORD);
    expect(found).toHaveLength(1);
    expect(toChaveXml(found.map(documentOfRecord))).toBe(XML);
  });

  it('[T-COL-2] any number of fields; an empty line ends them, the separator ends the text', async () => {
    const text = `-----\nURL: http://a.pt/\n-----\n\num\n\ndois\n-----\nURL: http://b.pt/\n-----\n(prof, 3)\n\ntrês\n${RECORD}`;
    const found = await records(text);
    expect(found.map(({ url, fields, lines }) => [url, fields.size, lines])).toEqual([
      ['http://a.pt/', 0, ['um', '', 'dois']],
      ['http://b.pt/', 1, ['três']],
      [
        'http://100.pt',
        14,
        [
          'Brevemente... Um projecto 100 Limite, Lda.',
          'Brevemente... Um projecto 100 Limite',
          '100limite@100limite.com',
        ],
      ],
    ]);
  });

  it('a rule of dashes inside the text does not end it', async () => {
    const [first, second] = await records(
      `-----\nURL: http://a.pt/\n-----\n(prof, 0)\n\num\n-----\n\n-----\ndois\n-----\nURL: http://b.pt/\n-----\n\nx\n`,
    );
    expect(first!.lines).toEqual(['um', '-----', '', '-----', 'dois']);
    expect(second!.url).toBe('http://b.pt/');
  });

  it('[T-COL-3] without Last-Modified there is no DATE, and deictic expressions stay unresolved', async () => {
    const text = RECORD.replace('(Last-Modified, 30/08/2002)\n', '').replace(
      'Brevemente... Um projecto 100 Limite\n',
      'Abre amanhã, a 3 de maio de 2002.\n',
    );
    const [document] = (await records(text)).map(documentOfRecord);
    expect(toChaveXml([document!])).not.toContain('DATE');
    const dated = annotateDocument(document!.blocks, { dct: anchorOf(document!) });
    expect(dated.filter((t) => t.refClass === 'DEICTIC').map((t) => [t.text, t.resolved])).toEqual([
      ['amanhã', false],
    ]);
    const [known] = (await records(text.replace('(ServerSW', '(Last-Modified, 30/08/2002)\n(ServerSW'))).map(
      documentOfRecord,
    );
    const anchored = annotateDocument(known!.blocks, { dct: anchorOf(known!) });
    expect(anchored.find((t) => t.text === 'amanhã')!.resolved).toBe(true);
  });

  it('[T-COL-4] a value with commas is kept whole', async () => {
    const [record] = await records(RECORD);
    expect(record!.fields.get('title')).toBe('Brevemente... Um projecto 100 Limite, Lda.');
  });

  it('[T-COL-6] a date before the Web or after the harvest is no date to count from', async () => {
    const at = async (date: string): Promise<CollectionDocument> =>
      documentOfRecord((await records(RECORD.replace('30/08/2002', date)))[0]!);
    expect(anchorOf(await at('30/08/2002'))).toMatchObject({ year: 2002, month: 8, day: 30 });
    expect(anchorOf(await at('22/03/2003'))).toMatchObject({ year: 2003, month: 3, day: 22 });
    for (const date of ['30/08/1975', '23/03/2003', '01/01/2038']) {
      const document = await at(date);
      expect(document.created).not.toBeNull();
      expect(anchorOf(document)).toBeNull();
    }
    expect((await at('31/02/2002')).created).toBeNull();
    expect(isSoundDate(dayNumber(2030, 1, 1), null)).toBe(true);
  });

  it('reads UTF-8 and Windows-1252 in one file, and records cut anywhere', async () => {
    const bytes = Buffer.concat([
      Buffer.from('-----\r\nURL: http://a.pt/\r\n-----\r\n\r\nmarço\r\n'),
      Buffer.from('março\n', 'latin1'),
    ]);
    expect((await records(bytes))[0]!.lines).toEqual(['março', 'março']);
    const lines = RECORD.split('\n');
    for (let cut = 0; cut < lines.length; cut++) {
      const found = await records(`${lines.slice(0, cut).join('\n')}\n${RECORD}`);
      expect(found[found.length - 1]!.fields.get('host')).toBe('100.pt');
      expect(found[found.length - 1]!.lines).toHaveLength(3);
    }
  });

  it('days in three writings', () => {
    expect(civilDay(parseDay('30/08/2002')!)).toEqual({ year: 2002, month: 8, day: 30 });
    expect(parseDay('2002-08-30')).toBe(parseDay('20020830'));
    for (const text of ['', '30/13/2002', '00000000', 'ontem', '30/08/02']) expect(parseDay(text)).toBeNull();
  });
});

describe('the XML form', () => {
  const documents = fc.array(
    fc.record({
      created: fc.option(fc.integer({ min: dayNumber(1000, 1, 1), max: dayNumber(9999, 12, 31) }), {
        nil: null,
      }),
      lines: fc.array(
        fc.oneof(
          fc.string({ unit: 'grapheme' }),
          fc.constantFrom(
            'a < b & c > d',
            '</P><DOC>',
            ']]>',
            '&amp;',
            '<!-- x -->',
            '&#60;',
            'em 1939',
            '',
            ' x ',
            '<',
            '&lt',
          ),
        ),
        { maxLength: 5 },
      ),
    }),
    { maxLength: 4 },
  );

  it('reads back what it wrote, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.integer({ min: 1, max: 40 }), async (made, piece) => {
        const wanted = made.map(({ created, lines }) => ({
          created,
          lines: lines.map((line) =>
            line
              .replace(/\s*[\r\n]+\s*/g, ' ')
              .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd'),
          ),
        }));
        const xml = toChaveXml(
          made.map(({ created, lines }) => ({
            url: null,
            blocks: paragraphBlocks(lines),
            created,
            harvested: null,
          })),
        );
        const found = await read(xml, piece);
        expect(found.map((document) => ({ created: document.created, lines: paragraphs(document) }))).toEqual(
          wanted,
        );
      }),
      { numRuns: 120, seed: 5 },
    );
  });

  it('keeps addresses and links when asked to', async () => {
    const text = 'Ver Lisboa & <Porto> em 1974.';
    const block = {
      ...paragraphBlocks([text])[0]!,
      links: [
        {
          rawHref: '/p',
          url: 'http://a.pt/p?x=1&y="2"',
          blockIndex: 0,
          start: 4,
          end: 10,
          anchorText: 'Lisboa',
          boilerplate: false,
        },
      ],
    };
    const document = { url: 'http://a.pt/', blocks: [block], created: null, harvested: null };
    expect(toChaveXml([document])).not.toContain('a.pt');
    const [found] = await read(toChaveXml([document], { links: true }));
    expect(found!.url).toBe('http://a.pt/');
    expect(paragraphs(found!)).toEqual([text]);
    expect(found!.blocks[0]!.links).toMatchObject([
      { url: 'http://a.pt/p?x=1&y="2"', start: 4, end: 10, anchorText: 'Lisboa' },
    ]);
  });

  it('reads what careless programs wrote', async () => {
    const careless = `<?xml version="1.0" encoding="ISO-8859-1"?>
<!DOCTYPE colCHAVE [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>
<colchave>
<doc><docid>x</docid><date>19950103</date>
<text>
Primeira linha, 3 < 5.
<!-- nota -->Segunda &b; <EM ID="1">em 1939</EM> linha
</text></doc>
<DOC><TEXT><P>sem fim<P><![CDATA[a <b> & c]]></P></TEXT>
<DOC><DATE>ontem</DATE><TEXT><P>o último`;
    const found = await all(readChaveXml([Buffer.from(careless, 'latin1')]));
    expect(found.map(paragraphs)).toEqual([
      ['Primeira linha, 3 < 5.', 'Segunda &b; em 1939 linha'],
      ['sem fim', 'a <b> & c'],
      ['o último'],
    ]);
    expect(found.map(({ created }) => created)).toEqual([dayNumber(1995, 1, 3), null, null]);
  });

  it('no bytes upset it, and no beginning without an end costs more than its length', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }), async (chunks) => {
        await all(readChaveXml([Buffer.from('<DOC><TEXT><P>'), ...chunks]));
      }),
      { numRuns: 100, seed: 9 },
    );
    for (const part of [
      '<a',
      '<!--',
      '<![CDATA[',
      '<?',
      '<!DOCTYPE [',
      '&',
      '<',
      '<P>',
      '<A href="x">',
      '<DOC>',
    ]) {
      const found = await read(`<DOC><TEXT><P>${part.repeat(60_000)}`, 1 << 16);
      expect(found.length).toBeGreaterThan(0);
    }
  });
});
