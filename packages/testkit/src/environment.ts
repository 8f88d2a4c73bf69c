export const ORDER_TOKEN_SECRET = 'an-order-token-secret-of-32-characters';
export const WEBHOOK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
export const MERCHANT_API_KEY = 'a-merchant-key-of-some-length';
/** The merchant's number. */
export const PARTNER = '0343500004';

/** The settings of a companion without limits that asks the sandbox at this address, or another operator. */
export function companionEnvironment(operator: string): Record<string, string> {
  return {
    OPERATOR_BASE_URL: operator,
    CONSUMER_KEY: 'sandbox-key',
    CONSUMER_SECRET: 'sandbox-secret',
    PARTNER_NAME: 'Tsena Boutique',
    PARTNER_MSISDN: PARTNER,
    ORDER_TOKEN_SECRET,
    MERCHANT_API_KEY,
    LIMIT_PER_MSISDN: 'off',
    LIMIT_PER_IP: 'off',
    LIMIT_PER_LINK: 'off',
  };
}
