-- The texts of the health checks as messages, so that each super user reads them in their language.

-- Beside `says` and `todo`, the same in English: an array of {"text": the English text, "messages": [{"id", "values"}]}.
-- A server of the release before replaces `says` and `todo` only. The text then tells that the messages are of an
-- earlier look.
alter table nutmeg.health_states add column messages jsonb;
