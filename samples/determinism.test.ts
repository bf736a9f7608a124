import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { HOSTS } from './hosts.ts';
import { START_TIME, startSampleWeb } from './server.ts';
import { stationVersion } from './sites/observatorio.ts';
import { chooseSites } from './sites.ts';
import { get } from './tiny-crawler.suite.ts';

function fingerprint(seed: number): string {
  const hash = createHash('sha256');
  for (const site of chooseSites('gentle', { seed, origin: (h) => `http://${h.host}` })) {
    for (const r of site.resources.values())
      hash
        .update(site.host.host)
        .update(r.path)
        .update(r.render(new Date(START_TIME)));
  }
  return hash.digest('hex');
}

describe('determinism', () => {
  it('gives the same bytes for the same seed and others for another', () => {
    expect(fingerprint(5)).toBe(fingerprint(5));
    expect(fingerprint(5)).not.toBe(fingerprint(6));
  });

  it('renders a page the same whatever was asked before it', () => {
    const [a] = chooseSites([HOSTS.forum.host], { seed: 1, origin: (h) => `http://${h.host}` });
    const [b] = chooseSites([HOSTS.forum.host], { seed: 1, origin: (h) => `http://${h.host}` });
    const at = new Date(START_TIME);
    const paths = [...a!.resources.keys()];
    const forward = new Map(paths.map((p) => [p, a!.resources.get(p)!.render(at).toString()]));
    for (const p of paths.reverse()) expect(b!.resources.get(p)!.render(at).toString()).toBe(forward.get(p));
  });

  it('changes the pages of the observatory with the clock of the web, at their own rates', async () => {
    const web = await startSampleWeb({ sites: [HOSTS.observatory.host] });
    try {
      const read = async (n: number) =>
        (await get(web.port, `http://${HOSTS.observatory.host}/estacao/${n}`)).headers.etag;
      const before = [await read(1), await read(6), await read(11)];
      web.setTime(START_TIME + 3 * 3_600_000);
      const after = [await read(1), await read(6), await read(11)];
      expect(after[0]).not.toBe(before[0]);
      expect(after[1]).toBe(before[1]);
      expect(after[2]).toBe(before[2]);
      web.setTime(START_TIME + 30 * 3_600_000);
      expect(await read(6)).not.toBe(before[1]);
      expect(await read(11)).toBe(before[2]);
      expect(
        stationVersion(6, new Date(START_TIME + 30 * 3_600_000)) - stationVersion(6, new Date(START_TIME)),
      ).toBe(1);
    } finally {
      await web.close();
    }
  });

  it('refuses a host name that no site has', () => {
    expect(() => chooseSites(['www.outro.com.br'], { seed: 1, origin: (h) => h.host })).toThrow(/outro/);
  });
});
