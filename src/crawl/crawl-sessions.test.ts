import { describe, expect, it } from 'vitest';
import { newManifest } from './crawl-folder.ts';
import { withSessionBegun, withSessionEnded } from './crawl-sessions.ts';
import { completeSettings } from './settings.ts';

const fresh = newManifest(
  completeSettings({ seeds: ['http://a.br/'] }),
  'Tarrafa/0',
  '2026-01-01T00:00:00.000Z',
);

describe('the sessions of a manifest', () => {
  it('each says when it began, why it ended, and how many pages it brought', () => {
    const begun = withSessionBegun(fresh, 0, 0, undefined);
    expect(begun.sessions).toEqual([
      { startedAt: '1970-01-01T00:00:00.000Z', endedAt: null, reason: null, pages: 0 },
    ]);
    expect(withSessionEnded(begun, 1000, 'page-budget', 12).sessions).toEqual([
      {
        startedAt: '1970-01-01T00:00:00.000Z',
        endedAt: '1970-01-01T00:00:01.000Z',
        reason: 'page-budget',
        pages: 12,
      },
    ]);
  });

  it('one that was killed brought the pages that no other did', () => {
    const first = withSessionEnded(withSessionBegun(fresh, 0, 0, undefined), 1, 'interrupted', 5);
    const killed = withSessionBegun(first, 2, 5, { delay: 1 });
    const after = withSessionBegun(killed, 3, 9, undefined);
    expect(after.sessions.map(({ reason, pages }) => [reason, pages])).toEqual([
      ['interrupted', 5],
      ['failed', 4],
      [null, 0],
    ]);
    expect(after.sessions[1]).toMatchObject({ endedAt: null, changed: { delay: 1 } });
  });
});
