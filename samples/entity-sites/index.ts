/**
 * Generated sites that describe things of a kind, one page each, with the truth about them: for measuring discovery and extraction
 * where real sites cannot be had. Many designs; any seed.
 */
import { Random } from '../language/random.ts';
import { drawDesign } from './design.ts';
import { KINDS, things } from './kinds.ts';
import { buildEntitySite, type EntitySite } from './site.ts';

export { drawDesign } from './design.ts';
export { KINDS, things } from './kinds.ts';
export { buildEntitySite, type EntitySite } from './site.ts';
export { toySite } from './toy-site.ts';

/** `count` sites of different designs, each with things of its own. */
export function entitySites(seed: number, count = 42): EntitySite[] {
  const random = new Random(seed, 'entity-sites');
  return Array.from({ length: count }, (_, i) => {
    const design = drawDesign(random, i);
    const kind = KINDS[(i + random.fork('kinds').int(0, KINDS.length - 1)) % KINDS.length]!;
    const name = `${kind.plural.charAt(0).toUpperCase()}${kind.plural.slice(1)} ${i + 1}`;
    return buildEntitySite(
      {
        name,
        origin: `http://${kind.plural}-${i + 1}.exemplo.br`,
        kind,
        design,
        things: things(kind, random.fork('things', i), design.count),
      },
      seed,
    );
  });
}

export interface EntityDomain {
  readonly kind: string;
  readonly sites: readonly EntitySite[];
}

/** `count` domains: several sites of different designs that describe, in part, the same things. */
export function entityDomains(seed: number, count = 12): EntityDomain[] {
  const random = new Random(seed, 'entity-domains');
  return Array.from({ length: count }, (_, i) => {
    const kind = KINDS[i % KINDS.length]!;
    const here = random.fork('domain', i);
    const pool = things(kind, here, here.int(50, 90));
    const sites = Array.from({ length: here.int(3, 4) }, (_, k) => {
      const design = drawDesign(here, i * 5 + k);
      const share = here.fork('share', k).int(55, 85) / 100;
      const chosen = here.fork('choice', k).sample(pool, Math.round(pool.length * share));
      return buildEntitySite(
        {
          name: `${kind.plural} ${k + 1}`,
          origin: `http://${kind.plural}-d${i + 1}-${k + 1}.exemplo.br`,
          kind,
          design,
          things: chosen,
          disagreement: 0.02,
        },
        seed,
      );
    });
    return { kind: kind.id, sites };
  });
}
