export interface LegalSection<Text = string> {
  id: string;
  title: Text;
  paragraphs: readonly Text[];
  points?: readonly Text[];
}
