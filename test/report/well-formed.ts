/** A check of XML by hand: strict enough for what JUnit readers refuse. */

/** Throws unless the text is well-formed XML of elements, quoted attributes and text. */
export function assertWellFormed(xml: string): void {
  const open: string[] = [];
  let rest = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '');
  const token =
    /^(?:<(\/?)([a-z]+)((?: [a-zA-Z]+="(?:[^<&"]|&(?:amp|lt|gt|quot|#\d+);)*")*)(\/?)>|((?:[^<&]|&(?:amp|lt|gt|quot|#\d+);)+))/;
  while (rest !== '') {
    const match = token.exec(rest);
    if (match === null) throw new Error(`not well-formed at: ${rest.slice(0, 80)}`);
    rest = rest.slice(match[0].length);
    const [, closes, name = '', , isEmpty] = match;
    if (match[2] === undefined || isEmpty === '/') continue;
    if (closes !== '/') open.push(name);
    else if (open.pop() !== name) throw new Error(`</${name}> closes another element`);
  }
  if (open.length > 0) throw new Error(`left open: ${open.join(', ')}`);
}
