import { describe, expect, it } from 'vitest';
import { parseHtml } from '../html/index.ts';
import { FIXTURES, P1 } from './crawl/small-crawl.suite.ts';
import {
  analysePage,
  annotateDocument,
  documentBlocks,
  formatChronon,
  parseScope,
  TIME_MODERN,
  TIME_THESIS,
} from './index.ts';

const PAGE = FIXTURES[P1]!;

describe('page', () => {
  it.each([TIME_MODERN, TIME_THESIS])('cuts and judges the page of the fixture: $name', (profile) => {
    const blocks = documentBlocks(parseHtml(PAGE), P1);
    const timexes = annotateDocument(blocks, { profile });
    const result = analysePage(blocks, timexes, parseScope('1939..1945'), profile);
    const dates = result.segments.map((s) => s.chronons.map(formatChronon).join(' '));
    const event = profile.events ? '1939-09-01 1945-09-02 ' : '';
    expect(dates).toEqual([
      '',
      `${event}1939-09-01`,
      '1941-06-22 1950-XX-XX',
      '',
      '1939-XX-XX 1945-XX-XX',
      '1946-XX-XX',
      '',
    ]);
    expect(result.segments.map((s) => s.verdict.inScope)).toEqual([
      false,
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(result.validLinks.map((l) => l.rawHref.slice(6))).toEqual([
      'Segunda_Guerra_Mundial',
      'Invas%C3%A3o_da_Pol%C3%B4nia',
      'Neutralidade',
    ]);
    expect(result.relevant).toBe(true);
  });
});
