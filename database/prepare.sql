-- For a PostgreSQL of your own (15 or newer): what its administrator runs once, before the first start.
--
--   psql --file database/prepare.sql
--
-- Afterwards the portal needs no administrator: its owner migrates, and gives its rights up for each request.
-- Choose a password, and use it in DATABASE_URL=postgres://nutmeg:PASSWORD@HOST:5432/nutmeg

create role nutmeg login password 'choose-a-password';

create role anon nologin;
create role authenticated nologin;
create role service_role nologin;
grant anon, authenticated, service_role to nutmeg;

create database nutmeg owner nutmeg encoding 'UTF8' template template0;
