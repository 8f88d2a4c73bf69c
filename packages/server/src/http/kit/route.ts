import type { ProblemCode } from '@tsena/shared';
import type { LadderScope } from '@tsena/shared/merchant';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import * as z from 'zod/mini';
import { ProblemError } from '../../input/problemError.ts';
import { readBody, readQuery } from './bodies/body.ts';
import { requireScope } from './caller.ts';
import type { HttpContext } from './context.ts';
import { rejectOtherMethods } from './problem.ts';

/** Who may call a route that needs no merchant key. */
export type Caller = 'public' | 'order token' | 'callback secret' | 'metrics';

/**
 * A successful answer: the schema of the handler's value. With a media type, or without either, the handler sends the
 * answer by itself.
 */
export interface Answer {
  readonly text: string;
  readonly schema?: z.ZodMiniType;
  readonly type?: string;
  /** With `Accept: text/csv`, the handler sends CSV by itself instead. */
  readonly isAlsoCsv?: true;
}

/** A part of a path: its schema, and the problem of a value that does not match it. */
export interface PathPart {
  readonly schema: z.ZodMiniType;
  readonly otherwise: ProblemCode;
}

const METHODS = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;

/** A method and a path with parameters in braces: `GET /v1/payments/{id}`. */
export type Endpoint = `${keyof typeof METHODS} /${string}`;

/**
 * What the OpenAPI document says about a route. Its name in the list of routes is the operation's id. Its doc comment
 * there and those of its schemas say the rest.
 */
export interface RouteDescription {
  readonly method: (typeof METHODS)[keyof typeof METHODS];
  readonly path: string;
  /** By default `Merchant`. */
  readonly group?: 'Checkout' | 'Merchant' | 'Operator' | 'Assets' | 'Operations';
  /** The least scope of a merchant key. Without it, the route needs no key. */
  readonly scope?: LadderScope | undefined;
  /** Keys of the counter may call it too. They may call no other route. */
  readonly isOfCounter?: true;
  /** Without a scope; by default `public`. */
  readonly caller?: Caller;
  readonly params?: Readonly<Record<string, PathPart>>;
  readonly query?: z.ZodMiniType | undefined;
  /** A JSON body. */
  readonly body?: z.ZodMiniType | undefined;
  /** A form with a file (`multipart/form-data`), which the handler reads by itself. */
  readonly form?: z.ZodMiniType;
  /** By status. A handler's value is sent with the first one, unless the handler has set another. */
  readonly answers: Readonly<Record<number, Answer>>;
  /**
   * The handler's own problems, if it has any. The document adds those of the key, the path, the query and the body.
   */
  readonly problems?: readonly ProblemCode[];
}

/** A route of the companion. `NeededScope` is undefined if it needs no merchant key. */
export interface Route<Context = HttpContext, NeededScope extends LadderScope | undefined = LadderScope | undefined>
  extends RouteDescription {
  readonly scope: NeededScope;
  /** Makes the Express handler. */
  serve(context: Context): RequestHandler;
}

/** Routes by their names. */
export type Routes<
  Context = HttpContext,
  NeededScope extends LadderScope | undefined = LadderScope | undefined,
> = Readonly<Record<string, Route<Context, NeededScope>>>;

/** A request whose key, path, query and body are right. */
export interface Call<Parts, Query, Body> {
  readonly request: Request;
  readonly response: Response;
  readonly params: Parts;
  readonly query: Query;
  readonly body: Body;
}

type PathParts = Readonly<Record<string, PathPart>>;
type Answers = Readonly<Record<number, Answer>>;
type Nothing = z.ZodMiniType<undefined>;

/** What a handler returns that has sent the answer by itself. */
type Sent = ReturnType<() => void>;

/** A value to send as JSON, or nothing if the handler has sent the answer by itself. */
type Returned<Given extends Answers> = {
  [S in keyof Given]: Given[S] extends { type: string }
    ? Sent
    : Given[S] extends { schema: infer Schema extends z.ZodMiniType }
      ? z.input<Schema> | (Given[S] extends { isAlsoCsv: true } ? Sent : never)
      : Sent;
}[keyof Given];

/**
 * Describes a route and handles it: the Express route, the checks and the OpenAPI document follow from one definition.
 */
export function defineRoute<
  Given extends Answers,
  Context = HttpContext,
  NeededScope extends LadderScope | undefined = undefined,
  // biome-ignore lint/complexity/noBannedTypes: no parameters
  Parts extends PathParts = {},
  Query extends z.ZodMiniType = Nothing,
  Body extends z.ZodMiniType = Nothing,
>(
  endpoint: Endpoint,
  options: Omit<RouteDescription, 'method' | 'path'> & {
    readonly scope?: NeededScope;
    readonly params?: Parts;
    readonly query?: Query;
    readonly body?: Body;
    readonly answers: Given;
    /** Answers the requests that have passed the checks of scope, query, body and path. */
    handle(
      context: Context,
      call: Call<{ readonly [Name in keyof Parts]: z.output<Parts[Name]['schema']> }, z.output<Query>, z.output<Body>>,
    ): Promise<Returned<Given>> | Returned<Given>;
  },
): Route<Context, NeededScope> {
  const { handle, ...description } = options;
  const { scope, isOfCounter, params, query, body, answers } = options;
  const status = Number(Object.keys(answers)[0]);
  return {
    ...placeOf(endpoint),
    ...description,
    scope: scope as NeededScope,
    serve(context) {
      return async (request, response) => {
        if (scope !== undefined) requireScope(response, scope, isOfCounter);
        // Without a schema, a handler's type has no query and no body.
        const call = {
          request,
          response,
          query: query === undefined ? undefined : readQuery(request, query),
          body: body === undefined ? undefined : await readBody(request, body),
          params: readPath(request, params ?? {}),
        } as Parameters<typeof handle>[1];
        response.status(status);
        const value = await handle(context, call);
        if (value !== undefined) response.json(value);
      };
    },
  };
}

/** The method and the path of an endpoint. */
export function placeOf(endpoint: Endpoint): Pick<RouteDescription, 'method' | 'path'> {
  const [method, path] = endpoint.split(' ') as [keyof typeof METHODS, string];
  return { method: METHODS[method], path };
}

function readPath(request: Request, parts: PathParts): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, { schema, otherwise }]) => {
      const part = z.safeParse(schema, request.params[name]);
      if (!part.success) throw new ProblemError(otherwise);
      return [name, part.data];
    }),
  );
}

/** Makes a value once for each companion, or for each other object, at its first use. */
export function onceFor<Owner extends object, Value>(make: (owner: Owner) => Value): (owner: Owner) => Value {
  const made = new WeakMap<Owner, Value>();
  return (owner) => {
    const value = made.get(owner) ?? make(owner);
    made.set(owner, value);
    return value;
  };
}

/**
 * Makes the Express routes. Other methods of their paths are answered 405. The first of two routes that fit a path
 * answers.
 *
 * @param before what each request passes first, whatever its method
 */
export function serveRoutes<Context>(
  routes: Routes<Context>,
  context: Context,
  ...before: readonly RequestHandler[]
): Router {
  const router = Router();
  const all = Object.values(routes);
  for (const path of new Set(all.map((one) => one.path))) {
    const methods = all.filter((one) => one.path === path);
    const route = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    if (before.length > 0) route.all(...before);
    for (const one of methods) route[one.method](one.serve(context));
    route.all(rejectOtherMethods(...methods.map(({ method }) => method.toUpperCase())));
  }
  return router;
}
