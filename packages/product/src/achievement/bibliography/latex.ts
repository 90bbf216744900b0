/** Conversion between LaTeX in BibTeX values and plain Unicode, linear in the length of the text. */

const pairs = (text: string): ReadonlyMap<string, string> =>
  new Map(text.split(/\s+/).flatMap((pair) => [pair.split('=', 2) as [string, string]]));

/** Combining characters by accent command. */
const accents: ReadonlyMap<string, string> = new Map([
  ['`', '\u0300'],
  ["'", '\u0301'],
  ['^', '\u0302'],
  ['~', '\u0303'],
  ['=', '\u0304'],
  ['u', '\u0306'],
  ['.', '\u0307'],
  ['"', '\u0308'],
  ['r', '\u030a'],
  ['H', '\u030b'],
  ['v', '\u030c'],
  ['d', '\u0323'],
  ['textcommabelow', '\u0326'],
  ['c', '\u0327'],
  ['k', '\u0328'],
  ['b', '\u0331'],
]);

/** Characters by command. */
const symbols = pairs(
  `ss=ß SS=ẞ ae=æ AE=Æ oe=œ OE=Œ o=ø O=Ø l=ł L=Ł aa=å AA=Å dh=ð DH=Ð th=þ TH=Þ dj=đ DJ=Đ ng=ŋ NG=Ŋ i=ı j=ȷ
  alpha=α beta=β gamma=γ delta=δ epsilon=ϵ varepsilon=ε zeta=ζ eta=η theta=θ vartheta=ϑ iota=ι kappa=κ
  lambda=λ mu=μ nu=ν xi=ξ pi=π rho=ρ sigma=σ tau=τ upsilon=υ phi=ϕ varphi=φ chi=χ psi=ψ omega=ω
  Gamma=Γ Delta=Δ Theta=Θ Lambda=Λ Xi=Ξ Pi=Π Sigma=Σ Upsilon=Υ Phi=Φ Psi=Ψ Omega=Ω ohm=Ω micro=µ
  textbackslash=\\ textasciitilde=~ textasciicircum=^ textbraceleft={ textbraceright=} textunderscore=_
  textless=< textgreater=> textbar=| textdollar=$ textquotesingle=' textquotedbl=" textasciigrave=\`
  textquoteleft=‘ textquoteright=’ textquotedblleft=“ textquotedblright=” guillemotleft=« guillemotright=»
  textendash=– textemdash=— textellipsis=… ldots=… dots=… cdots=⋯ textbullet=• textperiodcentered=· cdot=·
  textdegree=° degree=° circ=∘ textregistered=® textcopyright=© texttrademark=™ copyright=© pounds=£
  texteuro=€ euro=€ yen=¥ textyen=¥ S=§ P=¶ textsection=§ dag=† ddag=‡ prime=′ pm=± textpm=± mp=∓
  times=× texttimes=× div=÷ ast=∗ le=≤ leq=≤ ge=≥ geq=≥ neq=≠ ne=≠ approx=≈ sim=∼ simeq=≃ equiv=≡
  propto=∝ infty=∞ partial=∂ nabla=∇ sum=∑ prod=∏ int=∫ sqrt=√ in=∈ notin=∉ subset=⊂ subseteq=⊆ cup=∪
  cap=∩ emptyset=∅ forall=∀ exists=∃ to=→ rightarrow=→ leftarrow=← leftrightarrow=↔ Rightarrow=⇒ mapsto=↦
  ell=ℓ hbar=ℏ angstrom=Å langle=⟨ rangle=⟩ mid=| vert=| lbrace={ rbrace=} colon=: TeX=TeX LaTeX=LaTeX
  textmu=µ textalpha=α textbeta=β textgamma=γ quad=\u2003`,
);

/** Commands that only change the style of the following text. */
const switches = new Set(
  'it bf em sl sc rm sf tt itshape bfseries slshape scshape upshape mdseries rmfamily sffamily ttfamily normalfont small displaystyle textstyle relax protect left right limits'.split(
    ' ',
  ),
);

const subscripts = pairs(
  '0=₀ 1=₁ 2=₂ 3=₃ 4=₄ 5=₅ 6=₆ 7=₇ 8=₈ 9=₉ +=₊ -=₋ (=₍ )=₎ a=ₐ e=ₑ h=ₕ i=ᵢ k=ₖ m=ₘ n=ₙ o=ₒ p=ₚ s=ₛ t=ₜ x=ₓ',
);
const superscripts = pairs(
  '0=⁰ 1=¹ 2=² 3=³ 4=⁴ 5=⁵ 6=⁶ 7=⁷ 8=⁸ 9=⁹ +=⁺ -=⁻ (=⁽ )=⁾ i=ⁱ n=ⁿ ∘=° ′=′',
);

/** Returns a superscript or subscript if every character has one, otherwise the text unchanged. */
function script(text: string, forms: ReadonlyMap<string, string>): string {
  const characters = [...text].map((character) => forms.get(character));
  return characters.every((character) => character !== undefined) ? characters.join('') : text;
}

const scripts: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map([
  ['_', subscripts],
  ['^', superscripts],
  ['textsubscript', subscripts],
  ['textsuperscript', superscripts],
]);

/** Maximum length of an argument in characters and maximum nesting depth; they bound the running time. */
const maxArgumentLength = 120;
const maxNestingDepth = 6;

interface Argument {
  readonly text: string;
  readonly end: number;
}

/** Returns the group, command or character at `start`; undefined if none is complete within `maxArgumentLength`. */
function argumentAt(text: string, start: number): Argument | undefined {
  let from = start;
  while (text[from] === ' ' && from < start + maxArgumentLength) from += 1;
  if (text[from] === '\\') {
    const command = text.slice(from, from + maxArgumentLength).match(/^\\(?:[A-Za-z]+|.)/su)?.[0];
    return command ? { text: command, end: from + command.length } : undefined;
  }
  if (text[from] !== '{') {
    const character = String.fromCodePoint(text.codePointAt(from) ?? 0x20);
    return from < text.length ? { text: character, end: from + character.length } : undefined;
  }
  let depth = 0;
  const limit = Math.min(text.length, from + maxArgumentLength);
  for (let at = from; at < limit; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return { text: text.slice(from + 1, at), end: at + 1 };
  }
  return undefined;
}

/** Puts an accent on the first letter; a dotless i or j becomes a plain one. */
function accented(text: string, mark: string): string {
  const [first = '', ...others] = text;
  const base = first === 'ı' ? 'i' : first === 'ȷ' ? 'j' : first;
  return base ? `${base}${mark}`.normalize('NFC') + others.join('') : mark;
}

/** Returns the end of the formula `$…$` opened at `start`; undefined if the sign is a dollar amount. */
function mathEnd(text: string, start: number): number | undefined {
  const near = text.slice(start + 1, start + 1 + 3 * maxArgumentLength);
  const length = near.indexOf('$');
  const formula = length > 0 && !/^\s|\s$/.test(near.slice(0, length));
  return formula && !/\d/.test(near[length + 1] ?? '') ? start + 1 + length : undefined;
}

/** Returns whether a tilde is printed: a charge in CNKI (`Ca~(2+)`), a range (`5~10`), or “about” (`was ~70%`). */
const isTilde = (text: string, at: number): boolean =>
  /^(?:.?~\([\dn]*[+-]?\)|[\d%]~\d|\s~\d|~)/s.test(text.slice(Math.max(0, at - 1), at + 8));

/** Ligatures of LaTeX text, longest first. */
const ligatures: readonly (readonly [written: string, character: string])[] = [
  ['---', '—'],
  ['--', '–'],
  ['``', '“'],
  ["''", '”'],
];

/** Decodes a BibTeX value: commands, accents, formulas and ligatures; grouping braces are removed. */
export function decodeLatex(text: string, depth = 0): string {
  if (!/[\\{}$~`'-]/.test(text)) return text;
  return decode(text, depth, false);
}

function decode(text: string, depth: number, math: boolean): string {
  const output: string[] = [];
  let at = 0;
  const nested = (inner: string) =>
    depth < maxNestingDepth ? decode(inner, depth + 1, math) : inner;
  const applyScript = (forms: ReadonlyMap<string, string>, from: number, printed: string) => {
    const argument = argumentAt(text, from);
    output.push(argument ? script(nested(argument.text), forms) : printed);
    at = argument?.end ?? from;
  };
  while (at < text.length) {
    const character = text[at] ?? '';
    if (character === '\\') {
      const command = text
        .slice(at + 1, at + 1 + maxArgumentLength)
        .match(/^(?:[A-Za-z]+|.)/su)?.[0];
      const name = command ?? '';
      const word = /^[A-Za-z]/.test(name);
      let end = at + 1 + name.length;
      const mark = accents.get(name);
      const forms = scripts.get(name);
      const argument = mark && !(math && word) ? argumentAt(text, end) : undefined;
      if (mark && argument) {
        output.push(accented(nested(argument.text), mark));
        at = argument.end;
        continue;
      }
      if (forms && word) {
        applyScript(forms, end, '');
        continue;
      }
      const symbol = switches.has(name) ? '' : symbols.get(name);
      if (word) while (text[end] === ' ') end += 1;
      const formatting = word && text[end] === '{';
      // An unknown word without argument is printed unchanged: it may be no command at all.
      if (symbol !== undefined) output.push(symbol);
      else if (!word) output.push(/[\s,;:!/]/.test(name) ? spacing(name) : name);
      else if (!formatting) output.push(text.slice(at, end));
      at = end;
      continue;
    }
    const close = !math && character === '$' ? mathEnd(text, at) : undefined;
    if (close !== undefined) {
      output.push(decode(text.slice(at + 1, close), depth + 1, true));
      at = close + 1;
      continue;
    }
    const forms = math ? scripts.get(character) : undefined;
    if (forms) {
      applyScript(forms, at + 1, '');
      continue;
    }
    const ligature = math ? undefined : ligatures.find(([written]) => text.startsWith(written, at));
    if (ligature) output.push(ligature[1]);
    else if (character === '~' && !isTilde(text, at)) output.push(' ');
    else if (character !== '{' && character !== '}') output.push(character);
    at += ligature?.[0].length ?? 1;
  }
  return output.join('');
}

/** Returns the blank of a spacing command: `\,` a thin blank, `\!` and `\/` nothing, `\\` a line break. */
const spacing = (name: string): string => (/[!/]/.test(name) ? '' : ' ');

const escapes: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '{': '\\textbraceleft{}',
  '}': '\\textbraceright{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
};

/** Encodes plain text for LaTeX; {@link decodeLatex} is the inverse. */
export function encodeLatex(text: string): string {
  return text
    .replace(/[\\{}~^$&%#_]/g, (character) => escapes[character] ?? character)
    .replace(/--+/g, (run) => [...run].join('{}'))
    .replace(/``+|''+/g, (run) => [...run].join('{}'));
}
