/** Every sample site, and how to choose among them. */

import { encodings, huge } from './hostile/bodies.ts';
import { busy, endless, failing, flapping, silent, slow } from './hostile/faults.ts';
import { malformedHtml, malformedHttp } from './hostile/malformed.ts';
import { intranet, redirects, redirectTarget } from './hostile/redirects.ts';
import { closed, robotsError, robotsHuge, robotsRedirect, robotsSilent } from './hostile/robots.ts';
import { calendar, parameters, repeating, sessions, softNotFound } from './hostile/traps.ts';
import { type Group, HOSTS } from './hosts.ts';
import type { SampleSite, SiteContext, SiteMaker } from './site.ts';
import { assembleiaCastroVelho } from './sites/assembleia-castro-velho.ts';
import { cadernoDeCampo } from './sites/caderno-de-campo.ts';
import { camaraSerraVerde } from './sites/camara-serra-verde.ts';
import { copaDosVales } from './sites/copa-dos-vales.ts';
import { diarioDoSorraia } from './sites/diario-do-sorraia.ts';
import { docsJangada, docsJangadaMirror } from './sites/docs-jangada.ts';
import { encyclopaedia } from './sites/encyclopaedia/site.ts';
import { folhaDoPlanalto } from './sites/folha-do-planalto.ts';
import { forumQuintalVivo } from './sites/forum-quintal-vivo.ts';
import { gazetaDaSerra, gazetaWithoutWww } from './sites/gazeta-da-serra.ts';
import { lojaDoArtesao } from './sites/loja-do-artesao.ts';
import { geodados, institutoCartografico } from './sites/maps.ts';
import { mercadinho } from './sites/mercadinho.ts';
import { observatorio } from './sites/observatorio.ts';
import { clubeDeLeitura, memoriaFerroviaria, radioLitoral } from './sites/old-charsets.ts';
import { transparenciaSerraVerde } from './sites/transparencia-serra-verde.ts';
import { universidade } from './sites/universidade.ts';

/** A group, every site, or the sites of these host names. */
export type SiteChoice = Group | 'all' | readonly string[];

const MAKERS: ReadonlyMap<string, SiteMaker> = new Map<string, SiteMaker>([
  [HOSTS.gazeta.host, gazetaDaSerra],
  [HOSTS.gazetaBare.host, gazetaWithoutWww],
  [HOSTS.diario.host, diarioDoSorraia],
  [HOSTS.folha.host, folhaDoPlanalto],
  [HOSTS.encyclopaedia.host, encyclopaedia],
  [HOSTS.councilBr.host, camaraSerraVerde],
  [HOSTS.councilPt.host, assembleiaCastroVelho],
  [HOSTS.championship.host, copaDosVales],
  [HOSTS.shop.host, lojaDoArtesao],
  [HOSTS.forum.host, forumQuintalVivo],
  [HOSTS.docs.host, docsJangada],
  [HOSTS.docsMirror.host, docsJangadaMirror],
  [HOSTS.blog.host, cadernoDeCampo],
  [HOSTS.government.host, transparenciaSerraVerde],
  [HOSTS.university.host, universidade],
  [HOSTS.mapsBr.host, geodados],
  [HOSTS.mapsPt.host, institutoCartografico],
  [HOSTS.legacy.host, memoriaFerroviaria],
  [HOSTS.falseUtf8.host, radioLitoral],
  [HOSTS.falseLatin1.host, clubeDeLeitura],
  [HOSTS.script.host, mercadinho],
  [HOSTS.observatory.host, observatorio],
  [HOSTS.redirects.host, redirects],
  [HOSTS.redirectTarget.host, redirectTarget],
  [HOSTS.intranet.host, intranet],
  [HOSTS.calendar.host, calendar],
  [HOSTS.repeating.host, repeating],
  [HOSTS.parameters.host, parameters],
  [HOSTS.sessions.host, sessions],
  [HOSTS.softNotFound.host, softNotFound],
  [HOSTS.slow.host, slow],
  [HOSTS.failing.host, failing],
  [HOSTS.flapping.host, flapping],
  [HOSTS.endless.host, endless],
  [HOSTS.silent.host, silent],
  [HOSTS.busy.host, busy],
  [HOSTS.encodings.host, encodings],
  [HOSTS.huge.host, huge],
  [HOSTS.broken.host, malformedHttp],
  [HOSTS.markup.host, malformedHtml],
  [HOSTS.robotsError.host, robotsError],
  [HOSTS.robotsRedirect.host, robotsRedirect],
  [HOSTS.robotsSilent.host, robotsSilent],
  [HOSTS.robotsHuge.host, robotsHuge],
  [HOSTS.closed.host, closed],
]);

export function chooseSites(choice: SiteChoice, context: SiteContext): SampleSite[] {
  const wanted = Object.values(HOSTS).filter((h) =>
    typeof choice === 'string' ? choice === 'all' || h.group === choice : choice.includes(h.host),
  );
  if (typeof choice !== 'string') {
    for (const host of choice) if (!MAKERS.has(host)) throw new Error(`no sample site has the name ${host}`);
  }
  return wanted.flatMap((h) => {
    const make = MAKERS.get(h.host);
    return make === undefined ? [] : [make(context)];
  });
}
