export interface LegalSection<Text = string> {
  /** The anchor in the URL. */
  id: string;
  title: Text;
  paragraphs: readonly Text[];
  points?: readonly Text[];
}
