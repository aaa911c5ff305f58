"""Programmable command format."""

CFH_LENGTH = 36


def begins_pcf(data):
    return False


def pcf(data, order, ccsid):
    return None


def properties(parameters):
    return {}
