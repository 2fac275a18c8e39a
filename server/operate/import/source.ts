import type { SourceRow } from '#server/database/copy/copy-rows.ts';

/** The imported tables of the hosted service, and the columns that are read if they exist. */
export const IMPORTED_TABLES = {
  'auth.users': [
    'id',
    'email',
    'encrypted_password',
    'email_confirmed_at',
    'confirmation_sent_at',
    'last_sign_in_at',
    'banned_until',
    'raw_app_meta_data',
    'raw_user_meta_data',
    'created_at',
    'updated_at',
    'deleted_at',
    'is_sso_user',
    'is_anonymous',
  ],
  'auth.identities': [
    'user_id',
    'provider',
    'provider_id',
    'identity_data',
    'last_sign_in_at',
    'created_at',
    'updated_at',
  ],
  'auth.mfa_factors': [
    'id',
    'user_id',
    'friendly_name',
    'factor_type',
    'status',
    'secret',
    'created_at',
    'updated_at',
  ],
  'public.user_profiles': ['user_id', 'first_name', 'last_name', 'phone', 'role', 'created_at'],
  'public.tax_forms': ['id', 'user_id', 'year', 'form_data', 'submitted_at'],
  'public.file_uploads': ['id', 'user_id', 'file_path', 'year', 'uploaded_at', 'download_count'],
  'public.appointments': [
    'id',
    'name',
    'email',
    'phone',
    'service',
    'preferred_date',
    'preferred_time',
    'message',
    'status',
    'calendly_completed',
    'created_at',
  ],
  'public.contact_submissions': [
    'id',
    'name',
    'email',
    'phone',
    'subject',
    'message',
    'status',
    'created_at',
  ],
  'public.legacy_emails': ['email'],
  'storage.objects': [
    'id',
    'bucket_id',
    'name',
    'owner',
    'owner_id',
    'created_at',
    'updated_at',
    'metadata',
    'user_metadata',
    'version',
    'archived_at',
    'is_delete_marker',
  ],
} as const satisfies Record<string, readonly string[]>;

export type ImportedTable = keyof typeof IMPORTED_TABLES;

/**
 * The source can't be used. The message says what is wrong and where, without quoting the content. Nothing was written.
 */
export class SourceError extends Error {}

/** The data of the hosted service at one time. */
export interface Source {
  /** Its name in the report. */
  kind: 'database' | 'dump';
  /** The row counts of all tables in the schemas auth, public and storage. */
  counts: ReadonlyMap<string, number>;
  /** Yields nothing if the table does not exist. Rows omit missing columns. */
  rows(table: ImportedTable): AsyncIterable<SourceRow>;
  close(): Promise<void>;
}

/** An import needs these tables. */
export const REQUIRED_TABLES: readonly ImportedTable[] = ['auth.users'];
