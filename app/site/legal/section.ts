export interface LegalSection {
  /** The anchor in the page's address. */
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}
