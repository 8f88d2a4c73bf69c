import type { OperatorEnvironment } from '../config/settings.ts';

/** The database belongs to the other environment. Its message says which setting to change. */
export class WrongEnvironment extends Error {
  /** Always `WrongEnvironment`. */
  override readonly name = 'WrongEnvironment';

  constructor(stored: string, environment: OperatorEnvironment) {
    super(
      `The database belongs to OPERATOR_ENVIRONMENT=${stored}, but the setting is ${environment}. ` +
        `Payments of both must not mix: set DATABASE_URL to a database for ${environment}, or OPERATOR_ENVIRONMENT=${stored}. Nothing was changed.`,
    );
  }
}
