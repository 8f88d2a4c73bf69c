/** `0343500003` for `261343500003`; anything else as it is. */
export function nationalForm(msisdn: string): string {
  return msisdn.replace(/^261(?=[0-9]{9}$)/, '0');
}
