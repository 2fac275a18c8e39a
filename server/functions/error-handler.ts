import { calendarErrors } from '#contract/calendar.ts';
import { CalendarError } from '#server/calendar/errors.ts';
import { type ErrorHandler, handleError } from '#server/http/error-handler.ts';

/** Most functions have no specific errors. The calendar's have a code and a message for people. */
export const handleFunctionError: ErrorHandler = (error, request, reply) => {
  if (!(error instanceof CalendarError)) return handleError(error, request, reply);
  const { status, message } = calendarErrors[error.code];
  return reply.code(status).send({ code: error.code, message: error.message || message });
};
