/** Converts `261343500003` to the national form `0343500003`. Any other text is returned unchanged. */
export function toNationalMsisdn(msisdn: string): string {
  return msisdn.replace(/^261(?=[0-9]{9}$)/, '0');
}
