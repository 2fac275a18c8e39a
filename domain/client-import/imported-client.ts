export interface Address {
  street?: string;
  apartment?: string;
  city?: string;
  state?: string;
  zip?: string;
}

export interface Contact {
  relation: 'spouse' | 'owner';
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
}

/** A row of a list as `import_clients` takes it. */
export interface ImportedClient {
  /** The line in the file. */
  row: number;
  kind: 'person' | 'couple' | 'business';
  /** Empty for a business. */
  first_name: string;
  last_name: string;
  email: string;
  phone: string;
  language: 'en' | 'es';
  address: Address;
  contacts: Contact[];
  tax_id_last4: string | null;
  /** Tells it from the other rows of the list. */
  key: string;
}
