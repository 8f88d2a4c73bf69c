import type { ConfigService } from '@vendure/core';

/** The decimals of the shop's money: 2, unless its MoneyStrategy says otherwise. */
export function precisionOf(config: ConfigService): number {
  return config.entityOptions.moneyStrategy.precision ?? 2;
}
