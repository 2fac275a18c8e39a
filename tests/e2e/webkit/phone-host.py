#!/usr/bin/python3
# A WebKitGTK window of a phone's size and without a toolbar, for WebKitWebDriver: MiniBrowser is never narrower than
# 447 px.
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

width, height = (int(number) for number in os.environ.get("VIEWPORT", "390x844").split("x"))
# Asks for reduced motion, as the other browsers of these tests do.
Gtk.Settings.get_default().set_property("gtk-enable-animations", False)

# Nothing is stored: each session is a new visitor.
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def save_download(_context, download):
    def choose(download, name):
        download.set_destination("file://" + os.path.join(os.environ["DOWNLOADS"], name))
        return True

    download.connect("decide-destination", choose)


def create_view(_session):
    window = Gtk.Window()
    window.set_default_size(width, height)
    view = WebKit2.WebView(is_controlled_by_automation=True, web_context=context)
    view.get_settings().set_user_agent(os.environ["USER_AGENT"])
    window.add(view)
    window.show_all()
    return view


def start_session(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("PhoneHost")
    info.set_version(1, 0, 0)
    session.set_application_info(info)
    session.connect("create-web-view", create_view)


context.connect("download-started", save_download)
context.connect("automation-started", start_session)
Gtk.main()
