/** The pages that work without any script: search, pages, geographic files, and the download of a file from its producer. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { TarrafaError } from '../../errors.ts';
import type { Collections } from '../collections.ts';
import { countedDownload, sendToProducer } from './download.ts';
import { geoDetails, geoPage } from './geo-page.ts';
import { contextOf, linkTo, type PageContext, sendNotFound, sendPage } from './layout.ts';
import { html, type Markup } from './markup.ts';
import { pageView } from './page-view.ts';
import { searchPage } from './search-page.ts';

type Params = Readonly<Record<string, string>>;

interface PlainPage {
  readonly title: string;
  readonly body: Markup;
}

function idOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** Sends what `make` makes; what it throws at a wrong question is told in words. */
async function send(
  reply: FastifyReply,
  context: PageContext,
  make: () => Promise<PlainPage | null>,
): Promise<FastifyReply> {
  try {
    const page = await make();
    return page === null ? sendNotFound(reply, context) : sendPage(reply, context, page.title, page.body);
  } catch (error) {
    if (!(error instanceof TarrafaError) || error.exit !== 2) throw error;
    const { text } = context;
    const { message } = error.explain(context.language);
    return sendPage(
      reply,
      context,
      text.badRequest,
      html`<p class="warning">${message}</p><p><a href="${linkTo(context, '/simples')}">${text.toSearch}</a></p>`,
      400,
    );
  }
}

export function plainRoutes(app: FastifyInstance, collections: Collections): void {
  const get = (
    path: string,
    make: (request: FastifyRequest, context: PageContext) => Promise<PlainPage | null>,
  ): void => {
    app.get(path, async (request, reply) => {
      const context = contextOf(request);
      return send(reply, context, () => make(request, context));
    });
  };

  get('/simples', (_request, context) => searchPage(collections.list(), context));

  get('/simples/pagina/:c', async (request, context) => {
    const collection = collections.get((request.params as Params).c ?? '');
    const page = (await collection?.catalogue.pageAt(context.query.url ?? '')) ?? null;
    return collection === null || page === null ? null : await pageView(page, collection, context);
  });

  get('/simples/pagina/:c/:id', async (request, context) => {
    const { c = '', id } = request.params as Params;
    const collection = collections.get(c);
    const number = idOf(id);
    const page = collection === null || number === null ? null : await collection.catalogue.page(number);
    return collection === null || page === null ? null : await pageView(page, collection, context);
  });

  get('/simples/geo', (_request, context) => geoPage(collections.list(), context));

  get('/simples/geo/:c/:id', async (request, context) => {
    const { c = '', id } = request.params as Params;
    const collection = collections.get(c);
    const number = idOf(id);
    const geo = collection === null || number === null ? null : await collection.catalogue.geo(number);
    return collection === null || geo === null ? null : geoDetails(geo, collection, context);
  });

  app.get('/simples/geo/:c/:id/download', async (request, reply) => {
    const { c = '', id } = request.params as Params;
    const collection = collections.get(c);
    const number = idOf(id);
    const address =
      collection === null || number === null ? null : await countedDownload(request, collection, number);
    return address === null ? sendNotFound(reply, contextOf(request)) : sendToProducer(reply, address);
  });
}
