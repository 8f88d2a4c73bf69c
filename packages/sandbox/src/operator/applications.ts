import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import type { ApplicationView, Environment, IssuedKeysView } from '../views/views.ts';
import type { Consumer } from './options.ts';

const MAX_APPLICATIONS = 100;
const SECRET_BYTES = 20;

interface Keys {
  readonly consumerKey: string;
  /** The SHA-256 of the Consumer Secret, which is shown only once. */
  readonly secretHash: Buffer;
}

interface Application {
  readonly id: string;
  readonly name: string;
  status: ApplicationView['status'];
  readonly keys: Map<Environment, Keys>;
}

/** An application does not exist (`unknown`), or its status does not allow the step (`conflict`). */
export class ApplicationError extends Error {
  readonly reason: 'unknown' | 'conflict';

  constructor(reason: 'unknown' | 'conflict', message: string) {
    super(message);
    this.name = 'ApplicationError';
    this.reason = reason;
  }
}

/** What the application must have reached before keys of an environment are issued. */
const ISSUED_FROM: Readonly<Record<Environment, readonly ApplicationView['status'][]>> = {
  sandbox: ['validated', 'go_live_requested', 'live'],
  production: ['live'],
};

/**
 * The applications that developers declare in the portal (section 1), and their credentials.
 *
 * The steps: declare, wait for validation, receive sandbox keys, request go-live, wait for validation, receive
 * production keys.
 */
export class Applications {
  readonly #consumers: readonly { readonly key: string; readonly secretHash: Buffer }[];
  readonly #onChange: () => void;
  readonly #onRevoke: (consumerKey: string) => void;
  readonly #applications = new Map<string, Application>();

  /**
   * @param consumers credentials of the sandbox environment that belong to no application
   * @param onRevoke called with each Consumer Key that is revoked
   */
  constructor(consumers: readonly Consumer[], onChange: () => void, onRevoke: (consumerKey: string) => void) {
    this.#consumers = consumers.map(({ key, secret }) => ({ key, secretHash: hash(secret) }));
    this.#onChange = onChange;
    this.#onRevoke = onRevoke;
  }

  /** All applications, oldest first. */
  list(): ApplicationView[] {
    return [...this.#applications.values()].map(toView);
  }

  /**
   * Declares an application. It waits for validation.
   *
   * @throws ApplicationError if there are too many applications
   */
  declare(name: string): ApplicationView {
    if (this.#applications.size >= MAX_APPLICATIONS) {
      throw new ApplicationError(
        'conflict',
        `The sandbox keeps ${MAX_APPLICATIONS} applications. Remove some of them.`,
      );
    }
    const application: Application = { id: `app_${randomUUID()}`, name, status: 'waiting', keys: new Map() };
    this.#applications.set(application.id, application);
    return this.#changed(application);
  }

  /**
   * Removes an application and revokes its keys.
   *
   * @throws ApplicationError if there is no such application
   */
  remove(id: string): void {
    const application = this.#find(id);
    for (const { consumerKey } of application.keys.values()) this.#onRevoke(consumerKey);
    this.#applications.delete(id);
    this.#onChange();
  }

  /**
   * Validates a declared application, or its go-live request. In reality, the operator does this.
   *
   * @throws ApplicationError if there is no such application, or if it does not wait for validation
   */
  validate(id: string): ApplicationView {
    const application = this.#find(id);
    if (application.status === 'waiting') application.status = 'validated';
    else if (application.status === 'go_live_requested') application.status = 'live';
    else throw new ApplicationError('conflict', 'The application does not wait for validation.');
    return this.#changed(application);
  }

  /**
   * Requests go-live for a validated application.
   *
   * @throws ApplicationError if there is no such application, or if its status does not allow it
   */
  requestGoLive(id: string): ApplicationView {
    const application = this.#find(id);
    if (application.status === 'waiting')
      throw new ApplicationError('conflict', 'The application is not validated yet.');
    if (application.status !== 'validated') throw new ApplicationError('conflict', 'Go-live is already requested.');
    application.status = 'go_live_requested';
    return this.#changed(application);
  }

  /**
   * Issues keys of an environment. The Consumer Secret is not stored, so it cannot be read again.
   *
   * @throws ApplicationError if there is no such application, if its status does not allow it, or if it already has
   *   keys of this environment
   */
  issueKeys(id: string, environment: Environment): IssuedKeysView {
    const application = this.#find(id);
    if (!ISSUED_FROM[environment].includes(application.status)) {
      const missing =
        environment === 'sandbox' ? 'The application is not validated yet.' : 'Go-live is not validated yet.';
      throw new ApplicationError('conflict', missing);
    }
    if (application.keys.has(environment)) {
      throw new ApplicationError('conflict', `The application already has ${environment} keys. Revoke them first.`);
    }
    const keys = {
      consumerKey: randomBytes(SECRET_BYTES).toString('base64url'),
      consumerSecret: randomBytes(SECRET_BYTES).toString('base64url'),
    };
    application.keys.set(environment, { consumerKey: keys.consumerKey, secretHash: hash(keys.consumerSecret) });
    this.#changed(application);
    return { environment, ...keys };
  }

  /**
   * Revokes the keys of an environment, and the tokens that were issued for them.
   *
   * @throws ApplicationError if there is no such application, or if it has no keys of this environment
   */
  revokeKeys(id: string, environment: Environment): ApplicationView {
    const application = this.#find(id);
    const keys = application.keys.get(environment);
    if (keys === undefined) throw new ApplicationError('conflict', `The application has no ${environment} keys.`);
    application.keys.delete(environment);
    this.#onRevoke(keys.consumerKey);
    return this.#changed(application);
  }

  /** Whether a Consumer Key and Consumer Secret are valid in an environment. */
  isConsumer(environment: Environment, consumerKey: string, consumerSecret: string): boolean {
    const secretHash = hash(consumerSecret);
    for (const { keys } of this.#applications.values()) {
      const own = keys.get(environment);
      if (own?.consumerKey === consumerKey) return timingSafeEqual(own.secretHash, secretHash);
    }
    return (
      environment === 'sandbox' &&
      this.#consumers.some((one) => one.key === consumerKey && timingSafeEqual(one.secretHash, secretHash))
    );
  }

  #find(id: string): Application {
    const application = this.#applications.get(id);
    if (application === undefined) throw new ApplicationError('unknown', `There is no application ${id}.`);
    return application;
  }

  #changed(application: Application): ApplicationView {
    this.#onChange();
    return toView(application);
  }
}

function toView({ id, name, status, keys }: Application): ApplicationView {
  return {
    id,
    name,
    status,
    sandboxKey: keys.get('sandbox')?.consumerKey ?? null,
    productionKey: keys.get('production')?.consumerKey ?? null,
  };
}

function hash(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
