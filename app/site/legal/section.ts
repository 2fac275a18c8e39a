export interface LegalSection {
  /** The anchor in the URL. */
  id: string;
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}
