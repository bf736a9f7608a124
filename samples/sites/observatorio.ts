/**
 * Pages that change at known rates: station `n` changes every so many hours of the web's own clock, so that a
 * collector that revisits can be judged.
 */
import { HOSTS } from '../hosts.ts';
import { shortDate } from '../language/dates.ts';
import { decimal } from '../language/numbers.ts';
import { mix } from '../language/random.ts';
import { esc, items, link } from '../markup.ts';
import type { SampleSite, SiteContext } from '../site.ts';
import { SiteBuilder } from '../site-builder.ts';

/** Hours between two changes of each station; the last one never changes. */
export const CHANGE_HOURS: readonly number[] = [
  1,
  2,
  4,
  8,
  12,
  24,
  48,
  96,
  168,
  336,
  Number.POSITIVE_INFINITY,
];

/** Which version of station `n` (from 1) stands at a moment. */
export function stationVersion(n: number, at: Date): number {
  const hours = CHANGE_HOURS[n - 1]!;
  return Number.isFinite(hours) ? Math.floor(at.getTime() / (hours * 3_600_000)) : 0;
}

export function observatorio(context: SiteContext): SampleSite {
  const site = new SiteBuilder(HOSTS.observatory, {
    name: 'Observatório das Águas',
    language: 'pt-BR',
    quirks: ['pages change with the web clock at known rates', 'ETag and 304'],
  });
  const frame = (title: string, body: string) => `<!DOCTYPE html>
<html lang="pt-BR"><head><meta charset="utf-8"><title>${esc(title)}</title></head><body><p>${link('/', 'Observatório das Águas')}</p>${body}</body></html>
`;
  site.page('/', {
    kind: 'home',
    title: 'Observatório das Águas',
    html: () =>
      frame(
        'Observatório das Águas',
        `<h1>Estações</h1><p>O nível dos rios medido em onze estações.</p>${items(CHANGE_HOURS.map((_, i) => link(`/estacao/${i + 1}`, `Estação ${i + 1}`)))}`,
      ),
  });
  CHANGE_HOURS.forEach((hours, i) => {
    const n = i + 1;
    site.page(`/estacao/${n}`, {
      kind: 'document',
      title: `Estação ${n} - Observatório das Águas`,
      attributes: { Intervalo: Number.isFinite(hours) ? `${hours} h` : 'nunca' },
      html: (at) => {
        const version = stationVersion(n, at);
        const level = 1 + (mix(version ^ (n * 7919) ^ context.seed) % 600) / 100;
        const moment = Number.isFinite(hours)
          ? new Date(version * hours * 3_600_000)
          : new Date(Date.UTC(2020, 0, 1));
        return frame(
          `Estação ${n} - Observatório das Águas`,
          `<h1>Estação ${n}</h1><p>Leitura nº ${version}, de ${shortDate(moment)}: o nível da água era de ${decimal(level, 2)} metros.</p><p>A estação fica à margem do rio e transmite as leituras por rádio. Os valores são conferidos por um técnico uma vez por mês, e as falhas de transmissão são indicadas na tabela anual.</p>`,
        );
      },
    });
  });
  site.robots('User-agent: *\nDisallow:\n', { 'cache-control': 'max-age=3600' });
  return site.build();
}
