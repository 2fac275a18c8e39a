/**
 * Loads a part of the app that was split off. It fails at once without a connection: Firefox (before 155) and Safari
 * remember that a script could not be loaded, and don't ask for it again until the page is reloaded.
 */
export function loadOnline<Part>(load: () => Promise<Part>): Promise<Part> {
  // The text is that of a failed request, so that the message is about the connection.
  return navigator.onLine === false ? Promise.reject(new TypeError('Failed to fetch')) : load();
}
