/**
 * Requests checked against their schemas. What comes in an address is text, and is read as what the schema wants; a body is JSON and must
 * have the right types already.
 */
import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { TarrafaError } from '../errors.ts';
import { type Reason, reason } from '../words/why.ts';

/** What is told of one thing that is wrong. */
interface Complaint {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: unknown;
}

const LONGEST_NAME = 200;

/** `limit: no máximo 100`, for the first thing that is wrong. */
function complaint(part: string, errors: readonly Complaint[]): TarrafaError {
  // That nothing is allowed under a name says less than which names are not known.
  const first = errors.find(({ keyword }) => keyword !== 'boolean') ?? errors[0];
  return new TarrafaError('TRF_REQUEST_INVALID', [first === undefined ? part : reasonOf(part, first)]);
}

function reasonOf(part: string, { keyword, instancePath, params }: Complaint): Reason {
  const where = instancePath.replace(/^\//, '').replaceAll('/', '.').slice(0, LONGEST_NAME);
  const name = where === '' ? part : where;
  const told = params as Readonly<Record<string, unknown>>;
  const limit = Number(told.limit);
  const names = (of: unknown): string =>
    (Array.isArray(of) ? of : []).map(String).join(', ').slice(0, LONGEST_NAME);
  switch (keyword) {
    case 'maximum':
      return reason('asked-at-most', { name, limit });
    case 'minimum':
      return reason('asked-at-least', { name, limit });
    case 'maxLength':
      return reason('asked-longest', { name, limit });
    case 'minLength':
      return reason('asked-shortest', { name, limit });
    case 'maxItems':
      return reason('asked-most-items', { name, limit });
    case 'minItems':
      return reason('asked-least-items', { name, limit });
    case 'enum':
      return reason('asked-one-of', { name, values: names(told.allowedValues) });
    case 'required':
      return reason('asked-missing', { names: names(told.requiredProperties) });
    case 'additionalProperties':
      return reason('asked-unknown', { names: names(told.additionalProperties) });
    case 'type':
      return ofType(name, told.type);
    default:
      return reason('asked-form', { name });
  }
}

function ofType(name: string, type: unknown): Reason {
  switch (type) {
    case 'integer':
      return reason('asked-integer', { name });
    case 'number':
      return reason('asked-number', { name });
    case 'boolean':
      return reason('asked-boolean', { name });
    case 'string':
      return reason('asked-text', { name });
    case 'array':
      return reason('asked-list', { name });
    default:
      return reason('asked-form', { name });
  }
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
