/**
 * Requests checked against their schemas. What comes in an address is text, and is read as what the schema wants; a body is JSON and must
 * have the right types already.
 */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { TarrafaError } from '../errors.ts';
import { reason } from '../words/why.ts';

/** `limit: must be integer`, for the first thing that is wrong. */
function complaint(part: string, errors: readonly { instancePath: string; message: string }[]): TarrafaError {
  const first = errors[0];
  const where = first?.instancePath.replace(/^\//, '').replaceAll('/', '.') ?? '';
  return new TarrafaError('TRF_REQUEST_INVALID', [
    `${where === '' ? part : where.slice(0, 200)}: ${first?.message ?? 'not valid'}`,
  ]);
}

export const compileValidator: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  const part = httpPart ?? 'request';
  if (httpPart === 'body')
    return (data: unknown) =>
      validator.Check(data) ? { value: data } : { error: complaint(part, validator.Errors(data)) };
  return (data: unknown) => {
    // A name given twice is a mistake, not a list.
    if (typeof data === 'object' && data !== null)
      for (const [name, value] of Object.entries(data))
        if (typeof value !== 'string')
          return {
            error: new TarrafaError('TRF_REQUEST_INVALID', [
              reason('given-twice', { name: name.slice(0, 60) }),
            ]),
          };
    const value = validator.Default(validator.Convert({ ...(data as object) }));
    return validator.Check(value) ? { value } : { error: complaint(part, validator.Errors(value)) };
  };
};
