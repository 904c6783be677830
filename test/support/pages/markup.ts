import { HTMLElement, Node, parse, TextNode } from 'node-html-parser';

/** Parses HTML, SVG or XML. Attributes and texts are decoded. */
export function parseMarkup(markup: string): HTMLElement {
  return parse(markup, { blockTextElements: { script: true, style: true } });
}

interface Site {
  get(path: string, headers: Record<string, string>): Promise<{ status: number; text: string }>;
}

/** Requests a page as a browser does, and parses it. */
export async function openPage(api: Site, path: string): Promise<HTMLElement> {
  const { status, text } = await api.get(path, { accept: 'text/html' });
  if (status !== 200) throw new Error(`The status of ${path} is ${status}.`);
  return parseMarkup(text);
}

/** Returns the texts of an element in one line, with a space between elements. '' for no element. */
export function wordsOf(element: HTMLElement | null | undefined): string {
  return textsIn(element)
    .join(' ')
    .replace(/[\u2068\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Returns the words of each element that a selector finds. */
export function wordsOfEach(root: HTMLElement, selector: string): string[] {
  return root.querySelectorAll(selector).map(wordsOf);
}

/** Returns an attribute of each element that a selector finds. */
export function attributesOf(root: HTMLElement, selector: string, name: string): string[] {
  return root.querySelectorAll(selector).map((element) => element.getAttribute(name) ?? '');
}

function textsIn(node: Node | null | undefined): string[] {
  return node instanceof TextNode ? [node.text] : (node?.childNodes ?? []).flatMap(textsIn);
}
