// Written by `npm run types` from the migrations. Not to be edited.

export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];

export type Database = {
  __InternalSupabase: { PostgrestVersion: '14' };
  public: {
    Tables: {
      appointments: {
        Row: {
          id: string;
          name: string;
          email: string | null;
          phone: string;
          service: string | null;
          preferred_date: string | null;
          preferred_time: string | null;
          message: string | null;
          status: string;
          calendly_completed: boolean;
          user_id: string | null;
          email_proven_at: string | null;
          starts_at: string | null;
          ends_at: string | null;
          seat: number | null;
          chosen_at: string | null;
          reminded_at: string | null;
          sequence: number;
          note: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          name: string;
          email?: string | null;
          phone: string;
          service?: string | null;
          preferred_date?: string | null;
          preferred_time?: string | null;
          message?: string | null;
          status?: string;
          calendly_completed?: boolean;
          user_id?: string | null;
          email_proven_at?: string | null;
          starts_at?: string | null;
          ends_at?: string | null;
          seat?: number | null;
          chosen_at?: string | null;
          reminded_at?: string | null;
          sequence?: number;
          note?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          name?: string;
          email?: string | null;
          phone?: string;
          service?: string | null;
          preferred_date?: string | null;
          preferred_time?: string | null;
          message?: string | null;
          status?: string;
          calendly_completed?: boolean;
          user_id?: string | null;
          email_proven_at?: string | null;
          starts_at?: string | null;
          ends_at?: string | null;
          seat?: number | null;
          chosen_at?: string | null;
          reminded_at?: string | null;
          sequence?: number;
          note?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [];
      };
      archives: {
        Row: {
          id: string;
          user_id: string;
          owner_id: string;
          name: string;
          total_files: number;
          total_bytes: number;
          done_files: number;
          done_bytes: number;
          skipped_files: number;
          skipped: string[];
          state: string;
          created_at: string;
          updated_at: string;
          expires_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          owner_id: string;
          name: string;
          total_files: number;
          total_bytes: number;
          done_files?: number;
          done_bytes?: number;
          skipped_files?: number;
          skipped?: string[];
          state?: string;
          created_at?: string;
          updated_at?: string;
          expires_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          owner_id?: string;
          name?: string;
          total_files?: number;
          total_bytes?: number;
          done_files?: number;
          done_bytes?: number;
          skipped_files?: number;
          skipped?: string[];
          state?: string;
          created_at?: string;
          updated_at?: string;
          expires_at?: string;
        };
        Relationships: [];
      };
      audit_log: {
        Row: {
          id: number;
          at: string;
          actor_id: string | null;
          action: string;
          subject_id: string | null;
          details: Json;
          address: string | null;
        };
        Insert: {
          id?: never;
          at?: string;
          actor_id?: string | null;
          action: string;
          subject_id?: string | null;
          details?: Json;
          address?: string | null;
        };
        Update: {
          id?: never;
          at?: string;
          actor_id?: string | null;
          action?: string;
          subject_id?: string | null;
          details?: Json;
          address?: string | null;
        };
        Relationships: [];
      };
      calendar_blocks: {
        Row: {
          id: string;
          starts_at: string;
          ends_at: string;
          reason: string;
          author_id: string;
          author_name: string;
          created_at: string;
        };
        Insert: {
          id?: string;
          starts_at: string;
          ends_at: string;
          reason?: string;
          author_id?: string;
          author_name?: string;
          created_at?: string;
        };
        Update: {
          id?: string;
          starts_at?: string;
          ends_at?: string;
          reason?: string;
          author_id?: string;
          author_name?: string;
          created_at?: string;
        };
        Relationships: [];
      };
      checklist_documents: {
        Row: {
          item_id: string;
          document_id: string;
          user_id: string;
        };
        Insert: {
          item_id: string;
          document_id: string;
          user_id: string;
        };
        Update: {
          item_id?: string;
          document_id?: string;
          user_id?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'checklist_documents_document_id_fkey';
            columns: ['document_id'];
            isOneToOne: false;
            referencedRelation: 'file_uploads';
            referencedColumns: ['id'];
          },
          {
            foreignKeyName: 'checklist_documents_item_id_fkey';
            columns: ['item_id'];
            isOneToOne: false;
            referencedRelation: 'checklist_items';
            referencedColumns: ['id'];
          },
        ];
      };
      checklist_items: {
        Row: {
          id: string;
          user_id: string;
          year: number;
          item: string;
          title: string | null;
          state: string;
          reason: string | null;
          note: string | null;
          updated_at: string;
          updated_by: string | null;
        };
        Insert: {
          id?: string;
          user_id: string;
          year: number;
          item: string;
          title?: string | null;
          state?: string;
          reason?: string | null;
          note?: string | null;
          updated_at?: string;
          updated_by?: string | null;
        };
        Update: {
          id?: string;
          user_id?: string;
          year?: number;
          item?: string;
          title?: string | null;
          state?: string;
          reason?: string | null;
          note?: string | null;
          updated_at?: string;
          updated_by?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'checklist_items_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      client_letters: {
        Row: {
          id: string;
          user_id: string;
          template: string;
          items: string[];
          note: string | null;
          sent_by: string | null;
          sent_by_name: string;
          sent_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          template: string;
          items?: string[];
          note?: string | null;
          sent_by?: string | null;
          sent_by_name?: string;
          sent_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          template?: string;
          items?: string[];
          note?: string | null;
          sent_by?: string | null;
          sent_by_name?: string;
          sent_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'client_letters_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      client_notes: {
        Row: {
          id: string;
          user_id: string;
          author_id: string;
          author_name: string;
          body: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          author_id?: string;
          author_name?: string;
          body: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          author_id?: string;
          author_name?: string;
          body?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'client_notes_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      contact_replies: {
        Row: {
          id: string;
          submission_id: string;
          body: string;
          mail_id: string;
          author_id: string | null;
          author_name: string;
          sent_at: string;
        };
        Insert: {
          id?: string;
          submission_id: string;
          body: string;
          mail_id: string;
          author_id?: string | null;
          author_name?: string;
          sent_at?: string;
        };
        Update: {
          id?: string;
          submission_id?: string;
          body?: string;
          mail_id?: string;
          author_id?: string | null;
          author_name?: string;
          sent_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_replies_submission_id_fkey';
            columns: ['submission_id'];
            isOneToOne: false;
            referencedRelation: 'contact_submissions';
            referencedColumns: ['id'];
          },
        ];
      };
      contact_submissions: {
        Row: {
          id: string;
          name: string;
          email: string;
          phone: string | null;
          subject: string;
          message: string;
          status: string;
          assigned_to: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          name: string;
          email: string;
          phone?: string | null;
          subject: string;
          message: string;
          status?: string;
          assigned_to?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          name?: string;
          email?: string;
          phone?: string | null;
          subject?: string;
          message?: string;
          status?: string;
          assigned_to?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'contact_submissions_assigned_to_fkey';
            columns: ['assigned_to'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      document_events: {
        Row: {
          id: number;
          at: string;
          owner_id: string;
          actor_id: string | null;
          actor_name: string | null;
          actor_role: string;
          action: string;
          document_id: string | null;
          path: string;
          new_path: string | null;
          file_count: number | null;
          via: string | null;
        };
        Insert: {
          id?: never;
          at?: string;
          owner_id: string;
          actor_id?: string | null;
          actor_name?: string | null;
          actor_role: string;
          action: string;
          document_id?: string | null;
          path: string;
          new_path?: string | null;
          file_count?: number | null;
          via?: string | null;
        };
        Update: {
          id?: never;
          at?: string;
          owner_id?: string;
          actor_id?: string | null;
          actor_name?: string | null;
          actor_role?: string;
          action?: string;
          document_id?: string | null;
          path?: string;
          new_path?: string | null;
          file_count?: number | null;
          via?: string | null;
        };
        Relationships: [];
      };
      email_queue: {
        Row: {
          id: string;
          to_email: string;
          recipient: string;
          subject: string;
          body: string;
          text_body: string;
          letter: string | null;
          facts: Json;
          email_type: string;
          urgent: boolean;
          status: string;
          attempts: number;
          tried_at: string | null;
          next_attempt_at: string;
          expires_at: string | null;
          failure: string | null;
          last_error: string | null;
          undelivered: boolean;
          created_at: string;
          sent_at: string | null;
          failed_at: string | null;
        };
        Insert: {
          id?: string;
          to_email: string;
          recipient?: never;
          subject: string;
          body: string;
          text_body?: string;
          letter?: string | null;
          facts?: Json;
          email_type: string;
          urgent?: boolean;
          status?: string;
          attempts?: number;
          tried_at?: string | null;
          next_attempt_at?: string;
          expires_at?: string | null;
          failure?: string | null;
          last_error?: string | null;
          undelivered?: never;
          created_at?: string;
          sent_at?: string | null;
          failed_at?: string | null;
        };
        Update: {
          id?: string;
          to_email?: string;
          recipient?: never;
          subject?: string;
          body?: string;
          text_body?: string;
          letter?: string | null;
          facts?: Json;
          email_type?: string;
          urgent?: boolean;
          status?: string;
          attempts?: number;
          tried_at?: string | null;
          next_attempt_at?: string;
          expires_at?: string | null;
          failure?: string | null;
          last_error?: string | null;
          undelivered?: never;
          created_at?: string;
          sent_at?: string | null;
          failed_at?: string | null;
        };
        Relationships: [];
      };
      file_uploads: {
        Row: {
          id: string;
          user_id: string;
          uploaded_by: string | null;
          file_name: string;
          file_path: string;
          file_size: number;
          file_type: string;
          year: number;
          parent_folder: string | null;
          uploaded_at: string;
          sha256: string | null;
          download_count: number;
        };
        Insert: {
          id: string;
          user_id: string;
          uploaded_by?: string | null;
          file_name: string;
          file_path: string;
          file_size?: number;
          file_type?: string;
          year: number;
          parent_folder?: string | null;
          uploaded_at?: string;
          sha256?: string | null;
          download_count?: number;
        };
        Update: {
          id?: string;
          user_id?: string;
          uploaded_by?: string | null;
          file_name?: string;
          file_path?: string;
          file_size?: number;
          file_type?: string;
          year?: number;
          parent_folder?: string | null;
          uploaded_at?: string;
          sha256?: string | null;
          download_count?: number;
        };
        Relationships: [];
      };
      legacy_emails: {
        Row: {
          email: string;
          created_at: string;
        };
        Insert: {
          email: string;
          created_at?: string;
        };
        Update: {
          email?: string;
          created_at?: string;
        };
        Relationships: [];
      };
      tax_form_drafts: {
        Row: {
          id: string;
          user_id: string;
          year: number;
          form_data: Json;
          version: number;
          device: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          year: number;
          form_data?: Json;
          version?: number;
          device?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          year?: number;
          form_data?: Json;
          version?: number;
          device?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_form_drafts_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      tax_forms: {
        Row: {
          id: string;
          user_id: string;
          year: number;
          form_data: Json;
          submitted_at: string;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          year: number;
          form_data: Json;
          submitted_at?: string;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          year?: number;
          form_data?: Json;
          submitted_at?: string;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_forms_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      tax_return_events: {
        Row: {
          id: number;
          return_id: string;
          user_id: string;
          at: string;
          actor_id: string | null;
          actor_role: string | null;
          kind: string;
          from_status: string | null;
          to_status: string | null;
          note: string | null;
        };
        Insert: {
          id?: never;
          return_id: string;
          user_id: string;
          at?: string;
          actor_id?: string | null;
          actor_role?: string | null;
          kind: string;
          from_status?: string | null;
          to_status?: string | null;
          note?: string | null;
        };
        Update: {
          id?: never;
          return_id?: string;
          user_id?: string;
          at?: string;
          actor_id?: string | null;
          actor_role?: string | null;
          kind?: string;
          from_status?: string | null;
          to_status?: string | null;
          note?: string | null;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_return_events_return_id_fkey';
            columns: ['return_id'];
            isOneToOne: false;
            referencedRelation: 'tax_returns';
            referencedColumns: ['id'];
          },
        ];
      };
      tax_returns: {
        Row: {
          id: string;
          user_id: string;
          year: number;
          kind: string;
          status: string;
          document_id: string | null;
          document_sha256: string | null;
          approved_at: string | null;
          approved_name: string | null;
          approved_address: string | null;
          approved_sha256: string | null;
          paid_at: string | null;
          created_at: string;
          updated_at: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          year: number;
          kind: string;
          status?: string;
          document_id?: string | null;
          document_sha256?: string | null;
          approved_at?: string | null;
          approved_name?: string | null;
          approved_address?: string | null;
          approved_sha256?: string | null;
          paid_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Update: {
          id?: string;
          user_id?: string;
          year?: number;
          kind?: string;
          status?: string;
          document_id?: string | null;
          document_sha256?: string | null;
          approved_at?: string | null;
          approved_name?: string | null;
          approved_address?: string | null;
          approved_sha256?: string | null;
          paid_at?: string | null;
          created_at?: string;
          updated_at?: string;
        };
        Relationships: [
          {
            foreignKeyName: 'tax_returns_user_id_fkey';
            columns: ['user_id'];
            isOneToOne: false;
            referencedRelation: 'user_profiles';
            referencedColumns: ['user_id'];
          },
        ];
      };
      trashed_documents: {
        Row: {
          id: string;
          owner_id: string;
          path: string;
          file_name: string;
          file_size: number;
          file_type: string;
          is_folder_mark: boolean;
          deleted_by: string | null;
          deleted_by_name: string | null;
          deleted_at: string;
          expires_at: string;
          uploaded_by: string | null;
          uploaded_at: string;
          download_count: number;
          object_owner: string | null;
          metadata: Json;
          user_metadata: Json | null;
          version: string;
          blob_id: string;
        };
        Insert: {
          id: string;
          owner_id: string;
          path: string;
          file_name: string;
          file_size: number;
          file_type: string;
          is_folder_mark: boolean;
          deleted_by?: string | null;
          deleted_by_name?: string | null;
          deleted_at?: string;
          expires_at?: string;
          uploaded_by?: string | null;
          uploaded_at: string;
          download_count: number;
          object_owner?: string | null;
          metadata: Json;
          user_metadata?: Json | null;
          version: string;
          blob_id: string;
        };
        Update: {
          id?: string;
          owner_id?: string;
          path?: string;
          file_name?: string;
          file_size?: number;
          file_type?: string;
          is_folder_mark?: boolean;
          deleted_by?: string | null;
          deleted_by_name?: string | null;
          deleted_at?: string;
          expires_at?: string;
          uploaded_by?: string | null;
          uploaded_at?: string;
          download_count?: number;
          object_owner?: string | null;
          metadata?: Json;
          user_metadata?: Json | null;
          version?: string;
          blob_id?: string;
        };
        Relationships: [];
      };
      user_profiles: {
        Row: {
          id: string;
          user_id: string;
          email: string;
          first_name: string;
          last_name: string;
          phone: string;
          referred_by: string;
          role: string;
          confirmed: boolean;
          created_at: string;
          updated_at: string;
          search: string;
        };
        Insert: {
          id?: string;
          user_id: string;
          email: string;
          first_name?: string;
          last_name?: string;
          phone?: string;
          referred_by?: string;
          role?: string;
          confirmed?: boolean;
          created_at?: string;
          updated_at?: string;
          search?: never;
        };
        Update: {
          id?: string;
          user_id?: string;
          email?: string;
          first_name?: string;
          last_name?: string;
          phone?: string;
          referred_by?: string;
          role?: string;
          confirmed?: boolean;
          created_at?: string;
          updated_at?: string;
          search?: never;
        };
        Relationships: [];
      };
    };
    Views: { [_ in never]: never };
    Functions: {
      add_appointment: { Args: { client_name: string; client_phone: string; new_start: string; client_email?: string }; Returns: Database['public']['Tables']['appointments']['Row'] };
      answer_checklist_item: { Args: { list_year: number; list_item: string; new_state: string; document_ids?: string[]; why?: string }; Returns: Database['public']['Tables']['checklist_items']['Row'] };
      approve_return: { Args: { return_id: string; signature: string; seen_sha256: string }; Returns: Database['public']['Tables']['tax_returns']['Row'] };
      bad_address_of: { Args: { client_id: string }; Returns: { address: string; reason: string; since: string }[] };
      cancel_archive: { Args: { id: string }; Returns: undefined };
      change_role: { Args: { target_user_id: string; new_role: string; actor: string }; Returns: undefined };
      check_user_login_status: { Args: { user_email: string }; Returns: { profile_exists: boolean; profile_confirmed: boolean; is_legacy: boolean }[] };
      client_overviews: { Args: { client_ids: string[]; list_year: number; new_files_since: string }; Returns: { user_id: string; form_submitted_at: string; personal_status: string; business_status: string; new_files: number; files: number }[] };
      dismiss_mail: { Args: { mail_id: string }; Returns: undefined };
      document_owner: { Args: { key: string }; Returns: string };
      end_my_session: { Args: { session_id: string }; Returns: undefined };
      end_sessions_of: { Args: { target_user_id: string; target_session_id?: string }; Returns: undefined };
      failed_mails: { Args: Record<PropertyKey, never>; Returns: { id: string; to_email: string; email_type: string; client_id: string; client_name: string; status: string; failure: string; last_error: string; attempts: number; created_at: string; failed_at: string; next_attempt_at: string; can_be_resent: boolean }[] };
      find_people: { Args: { term?: string; wanted?: string; person?: string; before_created_at?: string; before_id?: string; page_size?: number }; Returns: { id: string; user_id: string; email: string; first_name: string; last_name: string; role: string; created_at: string; deactivated: boolean; has_factor: boolean; last_sign_in_at: string; new_email: string }[] };
      folded: { Args: { said: string }; Returns: string };
      is_staff: { Args: Record<PropertyKey, never>; Returns: boolean };
      is_super: { Args: Record<PropertyKey, never>; Returns: boolean };
      list_clients: { Args: { term?: string; has_form?: boolean; list_year?: number; return_status?: string; new_files_since?: string }; Returns: Database['public']['Tables']['user_profiles']['Row'][] };
      mark_documents_as_new: { Args: { document_ids: string[] }; Returns: number };
      my_sessions: { Args: Record<PropertyKey, never>; Returns: { id: string; created_at: string; last_used_at: string; user_agent: string; address: string; time_zone: string; aal: string; is_current: boolean }[] };
      note_log_export: { Args: { filters: Json }; Returns: undefined };
      office_log: { Args: { person?: string; actions?: string[]; document?: string; since?: string; until?: string; before_at?: string; before_source?: string; before_id?: number; page_size?: number }; Returns: { source: string; id: number; at: string; action: string; actor_id: string; actor_name: string; subject_id: string; subject_name: string; subject_role: string; details: Json }[] };
      office_queues: { Args: { new_files_since: string }; Returns: { queue: string; waiting: number }[] };
      record_return_payment: { Args: { return_id: string }; Returns: Database['public']['Tables']['tax_returns']['Row'] };
      reply_mails: { Args: { submission_id: string }; Returns: { reply_id: string; status: string; failure: string; last_error: string }[] };
      reply_to_message: { Args: { submission_id: string; reply: string; replies_seen?: number }; Returns: Database['public']['Tables']['contact_replies']['Row'] };
      request_document: { Args: { client_id: string; list_year: number; item_title: string; staff_note?: string }; Returns: Database['public']['Tables']['checklist_items']['Row'] };
      resend_failed_mails: { Args: Record<PropertyKey, never>; Returns: number };
      resend_mail: { Args: { mail_id: string }; Returns: undefined };
      restore_documents: { Args: { document_ids: string[] }; Returns: { id: string; path: string }[] };
      reveal_tax_answer: { Args: { form_id: string; field: string }; Returns: string };
      review_checklist_item: { Args: { client_id: string; list_year: number; list_item: string; new_state: string; staff_note?: string; item_title?: string }; Returns: Database['public']['Tables']['checklist_items']['Row'] };
      schedule_appointment: { Args: { appointment_id: string; new_start: string }; Returns: Database['public']['Tables']['appointments']['Row'] };
      send_client_letter: { Args: { client_id: string; letter_template: string; letter_items?: string[]; staff_note?: string }; Returns: Database['public']['Tables']['client_letters']['Row'] };
      set_account_active: { Args: { target_user_id: string; active: boolean }; Returns: undefined };
      set_user_role: { Args: { target_user_id: string; new_role: string }; Returns: undefined };
      signed_in_people: { Args: { person?: string; only_staff?: boolean; before_used_at?: string; before_id?: string; page_size?: number }; Returns: { session_id: string; user_id: string; email: string; first_name: string; last_name: string; role: string; user_agent: string; time_zone: string; aal: string; created_at: string; last_used_at: string; is_current: boolean }[] };
      staff_invitations: { Args: Record<PropertyKey, never>; Returns: { id: string; email: string; first_name: string; last_name: string; role: string; sent_at: string; expires_at: string }[] };
      start_return: { Args: { client_id: string; return_year: number; return_kind: string }; Returns: Database['public']['Tables']['tax_returns']['Row'] };
      step_return: { Args: { return_id: string; new_status: string; note?: string; review_document_id?: string }; Returns: Database['public']['Tables']['tax_returns']['Row'] };
      unfinished_uploads: { Args: { owner: string }; Returns: { id: string; path: string; size: number; received: number; fingerprint: string; updated_at: string; mine: boolean }[] };
      withdraw_email_correction: { Args: { target_user_id: string }; Returns: undefined };
      withdraw_invitation: { Args: { invitation_id: string }; Returns: undefined };
    };
    Enums: { [_ in never]: never };
    CompositeTypes: { [_ in never]: never };
  };
};
