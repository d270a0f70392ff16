/**
 * A 32-bit hash of a name, the same on every machine: FNV-1a over UTF-16 code units, finished as MurmurHash3 does.
 * The run digest folds it in place of the name. Two names may share a hash; the digest then only detects less.
 */
export function nameHash(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index++) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
