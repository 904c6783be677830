/** Requests a page or parts of a page. Returns null if the request fails. */
export async function requestPage(address: string | URL, signal: AbortSignal | null = null): Promise<Document | null> {
  const response = await fetch(address, { signal }).catch(() => null);
  return response?.ok ? new DOMParser().parseFromString(await response.text(), 'text/html') : null;
}

/** Replaces the element with an ID by the one of another page, if both exist, and notifies the other scripts. */
export function replacePart(id: string, page: Document): void {
  const [old, part] = [document.getElementById(id), page.getElementById(id)];
  if (!old || !part) return;
  old.replaceWith(part);
  part.dispatchEvent(new Event('shown', { bubbles: true }));
}
