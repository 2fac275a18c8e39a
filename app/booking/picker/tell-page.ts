import type { BookedTime, CalendarMessage } from '#contract/calendar.ts';
import { appointmentUri } from '../form/scheduled-message.ts';

/** Tells the booking page around this frame, and nobody else, that a time was chosen. */
export function tellPage(booked: BookedTime): void {
  const uri = appointmentUri(booked.id);
  const message: CalendarMessage = {
    event: 'calendly.event_scheduled',
    payload: { event: { uri }, invitee: { uri }, booked },
  };
  window.parent.postMessage(message, window.location.origin);
}
