/** What the tables of routes know and no caller of a world can bring about, with the reason. Coverage does not count it. */

/** By `service/operation CODE`, why it is never answered. */
export const beyondReach: Readonly<Record<string, string>> = {
  'wallet/sendSigned CONFLICT':
    'a broadcast counts the nonce of its sender, and each transaction has another nonce, other coins or another reference block: none is sent twice',
};
