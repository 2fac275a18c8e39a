import type { ContactSubject } from '#domain/contact/subjects.ts';
import type { StaffKey } from './story.ts';

/** Appointments and messages of visitors and clients. */

export interface Appointment {
  name: string;
  email: string;
  phone: string;
  service: string;
  /** Days from today. */
  inDays: number;
  time: string;
  message?: string;
  status: 'pending' | 'confirmed' | 'done' | 'cancelled';
  days: number;
}

export const appointments: readonly Appointment[] = [
  {
    name: 'Harold Jensen',
    email: 'harold.jensen@mail.example',
    phone: '8605550112',
    service: 'Personal tax return',
    inDays: 0,
    time: '3:30 PM',
    message: 'I’d like your help filling out the form.',
    status: 'confirmed',
    days: 4.4,
  },
  {
    name: 'Beatriz Flores',
    email: 'beatriz.flores@mail.example',
    phone: '2035550151',
    service: 'ITIN application',
    inDays: 0,
    time: '5:00 PM',
    status: 'pending',
    days: 1.2,
  },
  {
    name: 'Nadia Haddad',
    email: 'nadia.haddad@mail.example',
    phone: '4755550124',
    service: 'Business tax return',
    inDays: 1,
    time: '9:00 AM',
    message: 'It’s about the new oven.',
    status: 'confirmed',
    days: 3.2,
  },
  {
    name: 'Kwame Mensah',
    email: 'kwame.mensah@mail.example',
    phone: '2035550152',
    service: 'New company',
    inDays: 2,
    time: '11:30 AM',
    status: 'pending',
    days: 0.6,
  },
  {
    name: 'Linda Park',
    email: 'linda.park@mail.example',
    phone: '8605550153',
    service: 'Back taxes',
    inDays: 6,
    time: '2:00 PM',
    message: 'I haven’t filed for three years.',
    status: 'pending',
    days: 2.1,
  },
  {
    name: 'Marcus Johnson',
    email: 'marcus.johnson@mail.example',
    phone: '8605550133',
    service: 'Personal tax return',
    inDays: -28,
    time: '4:00 PM',
    status: 'done',
    days: 33.2,
  },
  {
    name: 'Owen Clarke',
    email: 'owen.clarke@mail.example',
    phone: '2035550154',
    service: 'Personal tax return',
    inDays: -3,
    time: '10:00 AM',
    status: 'cancelled',
    days: 9.1,
  },
];

export interface Message {
  name: string;
  email: string;
  phone: string | null;
  subject: ContactSubject;
  message: string;
  status: 'new' | 'open' | 'answered' | 'closed';
  days: number;
  /** The staff member who handles it. */
  assignee?: StaffKey;
  answer?: { by: StaffKey; text: string; days: number };
}

export const messages: readonly Message[] = [
  {
    name: 'Priya Patel',
    email: 'priya.patel@mail.example',
    phone: '2035550122',
    subject: 'tax-services',
    message:
      'Hello, the cost of my second sale looks lower than what I paid. Can you check before I approve?\n\nPriya',
    status: 'new',
    days: 1.5,
  },
  {
    name: 'Gloria Vásquez',
    email: 'gloria.vasquez@mail.example',
    phone: '4755550161',
    subject: 'general-inquiry',
    message: 'Buenas tardes, quisiera saber si me pueden atender en español y cuánto cuesta.',
    status: 'new',
    days: 0.7,
  },
  {
    name: 'Tyler Brooks',
    email: 'tyler.brooks@mail.example',
    phone: null,
    subject: 'pricing',
    message:
      'My brother and I have started an LLC for lawn care. How much would the return cost, and what do you need from us?',
    status: 'new',
    days: 0.1,
  },
  {
    name: 'Janet Olsen',
    email: 'janet.olsen@mail.example',
    phone: '2035550162',
    subject: 'other',
    message: 'I got a CP2000 letter. Can you help if someone else did the return?',
    status: 'open',
    days: 3.8,
    assignee: 'tom',
  },
  {
    name: 'Carmen Díaz',
    email: 'carmen.diaz@mail.example',
    phone: '2035550131',
    subject: 'pricing',
    message: 'Can I pay in cash at the office on Saturday?',
    status: 'answered',
    days: 8.2,
    assignee: 'dana',
    answer: {
      by: 'dana',
      text: 'Of course. We open at 8 AM. Please bring the letter with the amount.\n\nSee you on Saturday!',
      days: 8,
    },
  },
];

/** Earlier clients, who are asked to sign up at their first sign-in. */
export const legacyEmails: readonly string[] = [
  'dolores.rey@mail.example',
  'frank.miller@mail.example',
  'ines.prado@mail.example',
  'walter.schmidt@mail.example',
];
